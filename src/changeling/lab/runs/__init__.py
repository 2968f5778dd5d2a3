"""Runs: many games played by chunks into a folder of Parquet files that can be gone on with and looked at."""
