"""The table in the browser: a server, its store, and the page that it hands out."""
