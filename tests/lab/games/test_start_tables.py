"""What many games have in common, and the text that names numbers of seats."""

import pytest

from changeling.cards import codes as w
from changeling.errors import ChangelingError, DeckError
from changeling.lab.games.start_tables import names_of, seats_in, setting_of


@pytest.mark.parametrize(
    ("text", "seats"), [("4", (4,)), ("2-6", (2, 3, 4, 5, 6)), ("2,4", (2, 4)), (" 3 , 5-6", (3, 5, 6)), ("4,4", (4,))]
)
def test_numbers_of_seats_are_read(text: str, seats: tuple[int, ...]) -> None:
    assert seats_in(text) == seats


@pytest.mark.parametrize("text", ["", "x", "1", "7", "2-7", "6-2", "-3", "2-", "2--4", "9" * 12, "2-99999", "²"])
def test_what_is_no_number_of_seats_is_refused(text: str) -> None:
    with pytest.raises(ChangelingError, match="seats"):
        seats_in(text)


def test_a_setting_starts_with_its_meta_rules_and_without_the_others() -> None:
    plain, escalating = setting_of("fluxx-4"), setting_of("fluxx-4", ("Rules Escalation",))
    assert plain.start(3).size[w.METAS] == 0
    assert escalating.start(3).size[w.METAS] == 1


def test_a_meta_rule_that_is_none_is_refused() -> None:
    with pytest.raises(DeckError, match=r"'Milk' is not a Meta Rule of fluxx-4; it has: .*Rules Escalation"):
        setting_of("fluxx-4", ("Milk",))


def test_names_are_different() -> None:
    assert len(set(names_of(6))) == 6
