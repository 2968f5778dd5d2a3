"""The bench of sensible players. How fast they are, no test says: that depends on the machine and on its mood."""

from changeling.lab.speed.greedy_bench import greedy_rate, two_at_once


def test_a_deck_is_measured() -> None:
    rate = greedy_rate("family", seconds=0.1)
    assert rate.deck == "family"
    assert rate.games_per_cpu_s > 0
    assert rate.decisions_per_cpu_s > rate.games_per_cpu_s
    assert rate.recording > -1


def test_two_threads_and_two_processes_are_measured() -> None:
    found = two_at_once("family", seconds=0.1)
    assert found.threads > 0
    assert found.processes > 0
