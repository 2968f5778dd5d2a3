"""Cards are read by several threads of a server at once."""

from __future__ import annotations

import sys
import warnings
from concurrent.futures import ThreadPoolExecutor

from changeling.cards.language.syntax import parsed

THREADS, TEXTS = 8, 400


def test_threads_that_read_at_once_neither_fail_nor_change_what_is_done_with_warnings() -> None:
    """With warnings as errors for all, whatever warns in a server would fail from then on."""
    often = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        with warnings.catch_warnings(), ThreadPoolExecutor(THREADS) as threads:
            warnings.simplefilter("ignore")
            before = warnings.filters
            texts = [f"draw({number})\n" * 20 for number in range(TEXTS)]
            trees = list(threads.map(lambda text: parsed(text, list(range(1, 21))), texts))
            after = warnings.filters
    finally:
        sys.setswitchinterval(often)
    assert len(trees) == TEXTS
    assert after is before
