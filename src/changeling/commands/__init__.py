"""The commands of the command line: each with its arguments beside it. `changeling.cli` lists them."""
