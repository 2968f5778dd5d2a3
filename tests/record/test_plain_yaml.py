"""YAML from anybody: no aliases, a limited size, and an error of ours whatever it is."""

from __future__ import annotations

import contextlib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import changeling as cl
from changeling.record.plain_yaml import MOST, plain_yaml

BOMB = "a0: &a0 [x, x, x, x, x, x, x, x, x]\n" + "".join(
    f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]\n" for n in range(1, 40)
)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (BOMB, "line 2, column 10: aliases"),
        ("a: &x 1\nb: *x", "aliases"),
        ("a: " + "1" * 6000, "this is not YAML"),
        ("a: 2001-99-99", "this is not YAML"),
        ("a: !!python/object:os.system {}", "this is not YAML"),
        ("[" * 3000, "nested too deeply"),
        ("x" * (MOST + 1), "at most"),
        ("a: \0", "this is not YAML"),
        ("? [a]\n: b", "this is not YAML"),
    ],
)
def test_what_is_not_read(text: str, message: str) -> None:
    with pytest.raises(cl.NotationError) as caught:
        plain_yaml(text)
    assert message in str(caught.value)


def test_a_bomb_in_a_notation_or_a_record_is_refused() -> None:
    with pytest.raises(cl.NotationError):
        cl.Game.from_notation(BOMB)
    record = cl.Game("family", seats=["Ann", "Bob"], seed=1).record().to_json()[:-2] + ', "table": '
    with pytest.raises(cl.RecordError):
        cl.replay(cl.Record.from_json(record + '"a: &x 1\\nb: *x"\n}'))


def test_plain_values_are_read() -> None:
    assert plain_yaml("a: [1, two, 3.0]\nb: {c: null}") == {"a": [1, "two", 3.0], "b": {"c": None}}


@settings(max_examples=200, deadline=None)
@given(st.text(alphabet=st.sampled_from("ab:-[]{}&*!'\"|>\n #?,1-"), max_size=40))
def test_any_text_is_read_or_refused(text: str) -> None:
    with contextlib.suppress(cl.NotationError):
        plain_yaml(text)
