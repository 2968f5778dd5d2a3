"""The commands of the command line: each with its arguments beside it. `changeling.cli` lists them.

A command imports what it needs and gives what it will do (`Work`). Until then Ctrl-C ends the process at once.
"""

from collections.abc import Callable

Work = Callable[[], int]
"""What a command does; gives the exit status."""
