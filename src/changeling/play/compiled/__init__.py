"""Games on the compiled machine: its code, compiled and kept, and the tables that it plays in its memory."""
