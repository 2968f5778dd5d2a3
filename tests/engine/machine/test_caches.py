"""The caches of the machine: what it remembers between two checks is what reading everything again would give.

Numbers in force, Goals and automatic effects are read again only when a card that they look at has moved. A mistake
there shows nowhere else but in long games, so all tests of it stand here.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.effort import EFFORT
from tests.engine.machine.rules.test_rules_in_force import force
from tests.random_play import position, random_games

import changeling as cl
from changeling.cards import codes as w
from changeling.decks.shelf import published
from changeling.engine.layout import ANY_CARD, MAX_VARYING
from changeling.engine.machine import zones
from changeling.engine.machine.checks.goals import meets
from changeling.engine.machine.rules.rules_in_force import refresh
from changeling.engine.sheet_cache import sheet_for


@pytest.mark.parametrize("edition", cl.editions())
def test_nobody_who_should_have_won_is_asked_to_go_on(edition: str) -> None:
    """Goals are read again only when something they look at has moved: this shows that no win is missed."""
    for game in random_games(edition, 3, 3 * EFFORT, 80):
        d, t = sheet_for(game.deck), game.table
        if t.deferring or d.insteads >> w.WON & 1:  # then a Goal may be met, and something else has happened instead
            continue
        goals = [goal.id for goal in game.deck.cards if t.place[goal.id] == w.GOALS]
        winners = [seat for seat in range(t.seats) if any(meets(d, t, goal, seat) for goal in goals)]
        assert len(winners) != 1


@pytest.mark.parametrize("edition", [*cl.editions(), "+".join(published())])
def test_looking_only_at_what_was_stirred_misses_nothing(edition: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same games, once as they are played and once with everything looked at whenever any card moves."""

    def games() -> list[tuple[object, ...]]:
        return [
            (game.decision, t.dirty & ~w.PART_FORCE, t.relevant, t.fired, t.force, t.outcome)
            for game in random_games(edition, 4, 2 * EFFORT, 120)
            for t in [game.table.copy()]
        ]

    sparing = games()
    monkeypatch.setattr(zones, "card_mask", lambda card, zone: ANY_CARD)
    assert games() == sparing


@pytest.mark.parametrize("edition", cl.editions())
def test_what_is_kept_is_what_reading_everything_again_would_give(edition: str) -> None:
    """Formulas are read again only when something they look at has moved: this shows that nothing is forgotten."""
    people = {"Ann": cl.Person(age=9), "Bob": cl.Person(parent=True), "Cy": cl.Person(grandparent=True)}
    for game in random_games(edition, 4, 3 * EFFORT, 50, people=people):
        again = game.table.copy()
        again.dirty = again.formulas_read = w.PART_ALL
        refresh(sheet_for(game.deck), again)
        assert again.force == game.table.force
        assert again.inflation == game.table.inflation


MANY = 40  # more formulas that shift than a table remembers


def test_more_formulas_than_can_be_remembered_count_all_the_same(tmp_path: Path) -> None:
    cards = tmp_path / "many.cards"
    lines = ['keeper "Stone" x60', ""]
    for number in range(MANY):
        lines += [
            f'rule "Bonus {number}"',
            '    "Draw 1 more for each Keeper of yours."',
            "    draws += count(keepers(you))",
        ]
    cards.write_text("\n".join(lines))
    for rules in (5, MANY):
        game = position(
            str(cards),
            rules=[f"Bonus {number}" for number in range(rules)],
            hand={"Ann": ["Stone", "Stone #2"]},
            keepers={"Ann": ["Stone #3"]},
            drawn=999,
        )
        assert game.table.force[w.DRAWS] == 1 + rules
        assert game.table.entangled == (rules > MAX_VARYING)
        assert 0 <= game.table.varying <= MAX_VARYING
        game.answer("play Stone")
        assert force(game, w.DRAWS)[0] == 1 + 2 * rules
