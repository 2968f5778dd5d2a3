"""Conditions of cards as trees and in words: how things stand with each part, and what a whole one lacks."""
