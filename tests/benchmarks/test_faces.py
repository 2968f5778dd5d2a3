"""What programs call one at a time is measured; how fast it is, is not looked at here."""

from __future__ import annotations

from benchmarks.faces import face_figures, long_game


def test_each_part_has_its_figure() -> None:
    figures = face_figures("family", seconds=0.01, answers=30)
    assert [figure.value.split()[1] for figure in figures] == [*"aaaaa", "µs", "µs", *"aaa"]
    assert all(float(figure.value.split()[0].replace(",", "")) > 0 for figure in figures)
    assert "after" in figures[6].note


def test_the_game_is_long_and_goes_on() -> None:
    game = long_game("family", 25)
    assert not game.over
    assert len(game.record().moves) >= 24
