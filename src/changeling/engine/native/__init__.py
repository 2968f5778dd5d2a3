"""The only modules that import Numba: they compile the machine."""
