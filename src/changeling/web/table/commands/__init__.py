"""What clients may send, and what it does at a table: one function a message, refused before anything is done."""
