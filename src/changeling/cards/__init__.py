"""Card text in, compiled deck out. This layer knows nothing of tables."""
