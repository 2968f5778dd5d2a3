"""Compiles the machine: its source becomes text for LLVM, and that machine code. Only `llvm.py` imports llvmlite."""
