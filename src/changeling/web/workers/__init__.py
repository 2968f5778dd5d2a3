"""Worker processes: what takes long runs beside the server, with limits of time and memory."""
