"""What is said over the wire: one type for each message, body and value."""
