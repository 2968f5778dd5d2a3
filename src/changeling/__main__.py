"""`python -m changeling` is the command `changeling`."""

from __future__ import annotations

import sys

from changeling.start import main

if __name__ == "__main__":
    sys.exit(main())
