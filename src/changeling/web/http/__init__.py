"""HTTP and WebSockets: requests come in here and are passed on."""
