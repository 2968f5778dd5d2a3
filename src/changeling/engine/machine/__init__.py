"""The machine itself. Every module here is compiled by Numba and also runs as plain Python; nothing else lives here."""
