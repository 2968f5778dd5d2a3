"""Running a server: starting and stopping it, its health, numbers and logs, and care of its store."""
