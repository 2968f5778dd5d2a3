"""Games looked back on: shown page by page, verified, forked; and what worker processes do for all of it."""
