"""What the bench writes. It is given made-up numbers: how fast anything is, no test says."""

from dataclasses import replace

import pytest

from benchmarks.page import BEGIN, END, markdown, number, spliced, terminal, times, told
from benchmarks.rows import CHESS, Figure, Report, Row, chess_moves, ratio

OURS = (
    Row("compiled", "Changeling", "fluxx-4, 4 seats", "whole games", 2_000_000, 1_900_000, 2_100_000),
    Row("stepped", "Changeling", "fluxx-4, 4 seats", "stepped through `step`", 200_000, 190_000, 210_000),
    Row("observed", "Changeling", "fluxx-4, 4 seats", "batch", note="not measured"),
)
PEERS = (
    Row("a loop", "Alpha", "hearts, 4 seats", "loop in Python", 50_000, 49_000, 51_000, "stepped"),
    Row("a inside", "Alpha", "hearts, 4 seats", "inside C++", 8_000_000, 7_900_000, 8_100_000, "compiled"),
    Row("a batch", "Alpha", "hearts, 4 seats", "batch", 700_000, 690_000, 710_000, "observed"),
    Row("b loop", "Beta", "uno, 2 seats", "loop in Python", against="stepped", note="not installed: beta"),
)
REPORT = Report(
    date="2026-01-02",
    command="make bench",
    machine={"processor": "Abacus 9", "cores": 2, "system": "Linux", "load": [0.25, 0.5, 0.75]},
    versions={"python": "3.11.7", "alpha": "1.2.3"},
    seconds=3.0,
    ours=OURS,
    peers=PEERS,
    figures=(Figure("copy of a table", "480 ns", "2,000 bytes"), Figure("two threads, by one", "1.80 times")),
)


@pytest.mark.parametrize(
    ("value", "text"),
    [(1_234_567, "1,230,000"), (99_960, "100,000"), (456.7, "457"), (12.34, "12.3"), (0.5, "0.5"), (None, "-")],
)
def test_numbers_have_three_digits(value: float | None, text: str) -> None:
    assert number(value) == text


@pytest.mark.parametrize(
    ("value", "text"), [(4.0, "4"), (0.254, "0.25"), (9.96, "10"), (12.6, "13"), (1234.0, "1,200"), (None, "-")]
)
def test_ratios_have_two_digits(value: float | None, text: str) -> None:
    assert times(value) == text


def test_a_ratio_is_ours_by_theirs_with_the_row_of_the_same_kind() -> None:
    assert [ratio(peer, OURS) for peer in PEERS] == [4.0, 0.25, None, None]


def cells(text: str, first: str, row: str) -> list[str]:
    """The cells of the line of a Markdown table that begins with these."""
    line = next(line for line in text.splitlines() if line.startswith(f"| {first} |") and f"| {row} |" in line)
    return [cell.strip() for cell in line.strip("|").split("|")]


def test_the_page_has_every_row_slower_and_missing_ones_too() -> None:
    text = markdown(REPORT)
    assert cells(text, "whole games", "2,000,000") == ["whole games", "2,000,000", "1,900,000 to 2,100,000"]
    assert cells(text, "batch", "-") == ["batch", "-", "not measured"]
    assert cells(text, "Alpha", "loop in Python")[3:] == ["50,000", "49,000 to 51,000", "stepped through `step`", "4"]
    assert cells(text, "Alpha", "inside C++")[-1] == "0.25"
    assert cells(text, "Alpha", "batch")[3:] == ["700,000", "690,000 to 710,000", "batch", "-"]
    assert cells(text, "Beta", "loop in Python")[3:] == ["-", "not installed: beta", "stepped through `step`", "-"]


def test_the_page_says_when_where_with_what_and_how_again() -> None:
    text = markdown(REPORT)
    for words in (
        "2026-01-02",
        "Abacus 9, 2 cores, Linux, load 0.25 before",
        "alpha 1.2.3",
        "`make bench`",
        "3 seconds",
        "**480 ns** (2,000 bytes)",
        "**1.80 times**\n",
    ):
        assert words in text
    assert text.startswith(BEGIN)
    assert text.endswith(END)


def test_tables_of_the_page_have_equally_many_cells_in_every_line() -> None:
    grids = [block for block in markdown(REPORT).split("\n\n") if block.startswith("|")]
    assert len(grids) == 2
    for grid in grids:
        assert len({line.count("|") for line in grid.splitlines()}) == 1


def test_the_terminal_shows_every_row_below_its_library() -> None:
    lines = terminal(REPORT).splitlines()
    assert [line.split()[0] for line in lines if "decisions/s" in line] == ["Changeling,", "Alpha", "Beta"]
    assert next(line for line in lines if "inside C++" in line).split()[-5:-3] == ["8,000,000", "0.25"]
    assert any(line.startswith("uno, 2 seats: loop in Python") and "not installed: beta" in line for line in lines)
    ends = {line.index(rate) + len(rate) for line in lines for rate in ("50,000 ", "8,000,000 ") if rate in line}
    assert len(ends) == 1, "the numbers do not stand below each other"


def test_a_report_without_load_and_without_peers_is_written_too() -> None:
    bare = replace(REPORT, machine={**REPORT.machine, "load": None}, peers=(), figures=())
    assert "load" not in markdown(bare).partition("###")[0]
    assert "Abacus 9" in terminal(bare)


def test_only_what_is_between_the_markers_is_replaced() -> None:
    page = f"# Performance\n\nBefore.\n\n{BEGIN}\nold\n{END}\n\n## Server\n\nAfter.\n"
    fresh = f"{BEGIN}\nnew\n{END}"
    assert spliced(page, fresh) == page.replace("old", "new")
    assert spliced(spliced(page, fresh), fresh) == spliced(page, fresh)


def test_a_page_without_markers_gets_the_section_last() -> None:
    fresh = f"{BEGIN}\nnew\n{END}"
    assert spliced("", fresh) == f"# Performance\n\n{fresh}\n"
    assert spliced("# Title\n\n## Server\n", fresh) == f"# Title\n\n## Server\n\n{fresh}\n"


@pytest.mark.parametrize("page", [BEGIN, END, f"{END}\n{BEGIN}", f"{BEGIN}{END}{BEGIN}{END}"])
def test_markers_that_do_not_pair_are_refused(page: str) -> None:
    with pytest.raises(ValueError, match="once each, in this order"):
        spliced(page, f"{BEGIN}\nnew\n{END}")


def test_a_failure_is_told_in_one_line_without_paths_or_bars() -> None:
    said = told('Traceback\n  File "/opt/y.py"\nOSError: no | file at /opt/some/lib.so: gone\n\n')
    assert said == "did not run: OSError: no / file at ...: gone"
    assert told("") == "did not run: no word why"
    assert len(told("x" * 500)) < 120


def test_figures_are_told_by_moves_of_chess_too_where_both_were_measured() -> None:
    chess = Row(CHESS, "python-chess", "chess, 2 seats", "loop in Python", 20_000, 19_000, 21_000, "stepped")
    figures = (Figure("a view", "25 µs", "and read", 40_000), Figure("a copy", "480 ns", "2,000 bytes"))
    text = markdown(replace(REPORT, peers=(*PEERS, chess), figures=figures))
    assert "- a view: **25 µs** (and read; one takes as long as 0.5 moves of python-chess)\n" in text
    assert "- a copy: **480 ns** (2,000 bytes)\n" in text
    assert "- a view: **25 µs** (and read)\n" in markdown(replace(REPORT, figures=figures))
    assert chess_moves(figures[0], (replace(chess, rate=None),)) is None
