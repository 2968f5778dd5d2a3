"""Random play measured side by side: Changeling and what one would pick instead. `make bench` runs it all."""
