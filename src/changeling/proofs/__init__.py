"""Proofs: scenarios, what they expect, the matrix of clauses, and conformance of any deck."""
