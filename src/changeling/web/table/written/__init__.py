"""Games as rows, as bytes and as files."""
