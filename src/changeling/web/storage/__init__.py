"""What is kept: documents and rows in SQL."""
