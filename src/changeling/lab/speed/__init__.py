"""How fast everything is here and now, and compiling ahead."""
