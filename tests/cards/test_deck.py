"""What a compiled deck can be asked."""

from tests.cards.writing import action, deck_of

from changeling.decks.shelf import editions, load_deck


def test_cards_by_title() -> None:
    deck = deck_of('keeper "Milk" x2\n')
    second = deck.card("Milk #2")
    assert second is not None
    assert second.copy == 2
    assert deck.card("Bread") is None
    assert list(deck.by_title()) == ["Basic Rules", "Milk", "Milk #2"]


def test_programs_are_found_by_name() -> None:
    deck = deck_of(action("draw(1)"))
    assert deck.programs[deck.program("turn")].file == "basic.cards"
    assert deck.programs[deck.play[1]].name == "play Test"


def test_every_program_and_formula_of_every_edition_can_be_shown() -> None:
    for edition in editions():
        deck = load_deck(edition)
        for number, program in enumerate(deck.programs):
            assert len(deck.listing(number)) == program.length
        for card in deck.cards:
            for static in deck.statics[card.id]:
                assert deck.expression(static.expression)
            if deck.wins[card.id] >= 0:
                assert deck.expression(deck.wins[card.id])


def test_every_instruction_of_every_edition_was_written_somewhere() -> None:
    for edition in editions():
        deck = load_deck(edition)
        for program in deck.programs:
            for pc in range(program.entry, program.entry + program.length):
                file, line, _ = deck.lines[pc]
                assert file == program.file
                assert line > 0
