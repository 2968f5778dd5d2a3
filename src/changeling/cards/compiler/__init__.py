"""Tree to programs: checked cards become integers."""
