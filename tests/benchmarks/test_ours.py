"""Our rows, from what the bench of our own gives."""

from typing import Any

from benchmarks.ours import ROWS, figures_in, greedy_figures, report_figure, rows_in
from changeling.lab.speed.greedy_bench import GreedyRate, Scaling
from changeling.lab.speed.report_bench import ReportCost


def rate(number: int, **more: str) -> dict[str, Any]:
    return {"decisions_per_s": number, "slowest": number - 1, "fastest": number + 1, **more}


def found(**more: Any) -> dict[str, Any]:
    return {"deck": "family", "seats": 3, "machine": {"cores": 2}, **more}


def test_rows_come_in_the_order_of_the_table_and_say_what_was_played() -> None:
    rows = rows_in(found(stepped=rate(20), compiled=rate(100)))
    assert [row.key for row in rows] == [key for key, _ in ROWS]
    assert {row.game for row in rows} == {"family, 3 seats"}
    assert {row.key: row.rate for row in rows if row.rate} == {"compiled": 100, "stepped": 20}


def test_what_was_not_measured_is_shown_and_says_why() -> None:
    rows = {row.key: row for row in rows_in(found(compiled=None, interpreted=rate(5), missing="needs llvmlite"))}
    assert (rows["compiled"].rate, rows["compiled"].note) == (None, "needs llvmlite")
    assert (rows["batch"].rate, rows["batch"].note) == (None, "not measured")
    assert (rows["interpreted"].rate, rows["interpreted"].note) == (5, "")


def test_a_rate_under_a_new_key_has_a_row_in_its_own_words() -> None:
    rows = rows_in(found(gpu=rate(900, what="on a GPU"), five_hundred=rate(80)))
    assert [(row.key, row.how) for row in rows[-2:]] == [("gpu", "on a GPU"), ("five_hundred", "five hundred")]


def test_figures_are_the_copy_the_second_thread_and_more_cards() -> None:
    figures = figures_in(
        found(
            compiled=rate(100),
            threads=rate(180),
            mixed=rate(80),
            copy_ns=480.5,
            copy={"bytes": 2000, "what": "inside"},
        )
    )
    assert [figure.value for figure in figures] == ["480.5 ns", "1.80 times", "1.25 times"]
    assert figures[0].note == "2,000 bytes, inside"
    assert figures_in(found(compiled=rate(100), copy_ns=None)) == ()


def test_figures_of_greedy_games_name_the_deck_and_what_telling_costs() -> None:
    rates = [GreedyRate("family", 2500.4, 150_000.0, 0.074), GreedyRate("family+cthulhu", 130.0, 50_000.0, 0.11)]
    one, mixed, threads = greedy_figures(rates, Scaling(1.93, 1.96))
    assert (one.name, one.value) == ("4 greedy seats, family", "2,500 games a CPU-second")
    assert one.note == "150,000 decisions; told in full they take 7% longer"
    assert mixed.name == "4 greedy seats, all editions mixed"
    assert threads.value == "1.93 times"
    assert threads.note == "two processes that share nothing: 1.96 times, which is what the machine gives"


def test_the_figure_of_a_report_tells_time_and_memory() -> None:
    figure = report_figure(ReportCost(1_000_000, 90_000_000, 12.34, 456.7))
    assert (figure.name, figure.value) == ("a report on 1,000,000 games", "12.3 s")
    assert figure.note == "90,000,000 rows in three tables; 457 MB of memory at most"
