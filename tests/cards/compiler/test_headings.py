"""What stands between the word of a section about an event and its colon."""

from __future__ import annotations

import pytest
from tests.cards.writing import deck_of, expect, problems_of

from changeling.cards import codes as w
from changeling.cards.compiler.headings import BadHeading, event_heading


@pytest.mark.parametrize(
    ("section", "words", "event", "filter_", "test"),
    [
        ("on", "played", w.PLAYED, "", ""),
        ("on", "played goal", w.PLAYED, "goal", ""),
        (
            "on",
            'discarded "If I Were Rich", food if actor != you',
            w.DISCARDED,
            '"If I Were Rich", food',
            "actor != you",
        ),
        ("on", "turn if actor == you", w.TURN_BEGINS, "", "actor == you"),
        ("instead", "of stolen keeper if owner == you", w.STOLEN, "keeper", "owner == you"),
        ("instead", "of won", w.WON, "", ""),
        ("instead", "of played action, magic if actor != you", w.PLAYED, "action, magic", "actor != you"),
        ("instead", "of shed", w.SHED, "", ""),
    ],
)
def test_a_heading_is_read(section: str, words: str, event: int, filter_: str, test: str) -> None:
    head = event_heading(section, words)
    assert (head.event, head.instead, head.filter, head.test) == (event, section == "instead", filter_, test)
    assert words[head.test_at :] == test


@pytest.mark.parametrize(
    ("section", "words"),
    [
        ("on", "won"),
        ("on", "shed"),
        ("on", "of played"),
        ("instead", "discarded"),
        ("instead", "of drawn"),
        ("on", "turn keeper"),
    ],
)
def test_other_headings_are_refused(section: str, words: str) -> None:
    with pytest.raises(BadHeading):
        event_heading(section, words)


@pytest.mark.parametrize(
    ("marked", "says"),
    [
        ('keeper "K"\n    on ▸plaid goal:\n        draw(1)\n', "did you mean played?"),
        (
            'keeper "K"\n    on ▸played gaol:\n        draw(1)\n',
            "'gaol' is not a kind, a mark or a slot; did you mean goal?",
        ),
        ('keeper "K"\n    on ▸discarded if:\n        draw(1)\n', "a colon, a filter, or: if CONDITION"),
        ('keeper "K"\n    on played goal if ▸actr == you:\n        draw(1)\n', "'actr' is not a word here"),
        ('keeper "K"\n    on turn if ▸it:\n        draw(1)\n', "'it' is not a word here"),
        ('action "A"\n    on ▸played goal:\n        draw(1)\n', "an action is not in play"),
        ('keeper "K"\n    instead ▸of played:\n        draw(1)\n', "as in: instead of played action"),
        ('rule "R"\n    instead ▸of shed:\n        draw(1)\n', "limits are about Keepers and hands"),
        ('keeper "K"\n    on ▸shed:\n        draw(1)\n', "'on' is followed by one of played"),
        ('rule "R"\n    must_play = ▸others\n', "needs cards"),
        ('rule "R"\n    draws += ▸top_discard\n', "here a number is needed, not a card"),
        (
            'goal "G"\n    wins = (a for a in rules if (b for b in goals if (c for c in hand(you) if ▸yes)))\n',
            "a test can have another test in it, and that one no third",
        ),
        ('keeper "K"\n    when ▸it:\n        draw(1)\n', "known only in a section about an event"),
        ('keeper "K"\n    on discarded:\n        ▸as_usual()\n', "only in a section: instead of EVENT"),
        ('rule "R"\n    ▸others.draws = 3\n', "a rule is for every player already"),
        ('action "A"\n    draw(1)\n    ▸safe_from_theft = keepers(you)\n', "an action cannot say 'safe_from_theft'"),
        ('keeper "K"\n    ▸safe_from_theft += keepers(you)\n', "'safe_from_theft' is a set"),
        ('keeper "K"\n    safe_from_theft = ▸others\n', "needs cards"),
        ('rule "R"\n    ▸inflation[2] = 1\n', "in words: inflation[2] = one"),
        ('rule "R"\n    ▸stops = everyone\n', "a Keeper or Creeper says whom it keeps from winning"),
        ('keeper "K"\n    ▸lasts = round\n', "an Action or a Surprise says how long"),
        ('action "A"\n    ▸lasts = week\n', "lasts = turn, or round"),
        ('action "A"\n    ▸when has("Milk"):\n        draw(1)\n', "one that stays on the table says so: lasts = round"),
        ('keeper "K"\n    wins = ▸this in others\n', "whether a card is there is asked so"),
    ],
)
def test_what_is_wrong_is_told_at_its_place(marked: str, says: str) -> None:
    expect(marked, says)


def test_too_many_sections_are_refused_with_the_number_allowed() -> None:
    sections = "".join(f"    on drawn creeper if count(hand(you)) > {n}:\n        draw(1)\n" for n in range(24))
    text = "".join(f'rule "R{number}"\n{sections}' for number in range(6))
    assert problems_of(text) == []
    from changeling.engine.sheet import sheet_of
    from changeling.errors import DeckError

    with pytest.raises(DeckError, match="144 of 'when_card'; the machine has room for 128"):
        sheet_of(deck_of(text))
