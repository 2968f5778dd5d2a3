"""Lessons and puzzles on the page: a wrong move is answered and taken back, and what is done stays on the device."""

from __future__ import annotations

import contextlib
from pathlib import Path

from playwright.sync_api import Browser, Page, expect
from tests.web.browser.player import DESKTOP, PHONE, Player
from tests.web.browser.serving import Server

from changeling.bots.greedy import Greedy
from changeling.learn.moment import NoPuzzle, puzzle_from
from changeling.learn.puzzle import Puzzle, shipped
from changeling.learn.solving import Solving
from changeling.play.game import Game

PUZZLE = min(
    (one for one in shipped().values() if all(text.startswith("play ") for text in one.line)),
    key=lambda puzzle: puzzle.nodes,
)


def press(page: Page, card: str) -> None:
    """Play a card of the hand: one press is enough, for it can be taken back."""
    page.locator(f'li.choosable button[data-hand="{card}"]').click()


def kept(page: Page) -> dict[str, object]:
    found: dict[str, object] = page.evaluate("JSON.parse(localStorage.getItem('changeling.learning') ?? '{}')")
    return found


def wrong_card(puzzle: Puzzle) -> str:
    """A card of the hand that does not win."""
    at = Solving(puzzle)
    assert at.decision is not None
    return next(one.value for one in at.decision.options if one.sort == "play" and at.judge(one) != "on")


def test_a_lesson_from_a_slip_to_the_end(browser: Browser, server: Server, shots: Path | None) -> None:
    ann = Player.at(browser, server.url, size=PHONE)
    page = ann.page
    page.goto(f"{server.url}/learn")
    page.get_by_role("link", name="The first Keeper").click()
    expect(page.locator("[data-test=lesson]")).to_contain_text("Put a Keeper in front of you")
    press(page, "Draw 3")
    missed = page.locator("[data-test=missed]")
    expect(missed).to_contain_text("Draw 3 is a New Rule")
    expect(missed).to_contain_text("You draw 3 cards each turn")
    if shots:
        page.screenshot(path=str(shots / "lesson-missed.png"))
    page.get_by_role("button", name="Take it back").click()
    press(page, "Milk")
    expect(page.locator("[data-test=done]")).to_contain_text("Milk is yours")
    page.get_by_role("button", name="Go on").click()
    press(page, "Cookies")
    expect(page.locator("[data-test=done]")).to_contain_text("Next lesson: A Goal")
    assert kept(page)["lessons"] == {"first-keeper": 2}
    page.goto(f"{server.url}/learn")
    expect(page.get_by_text("done", exact=True)).to_be_visible()
    ann.close()


def test_a_puzzle_with_a_hint_why_not_and_undo(browser: Browser, server: Server, shots: Path | None) -> None:
    ann = Player.at(browser, server.url, size=DESKTOP)
    page = ann.page
    page.goto(f"{server.url}/puzzle/{PUZZLE.id}")
    page.get_by_role("button", name="Hint", exact=True).click()
    expect(page.locator("[data-test=hint]")).to_contain_text(f"It takes {PUZZLE.length} answers")
    page.get_by_role("button", name="Why have I not won?").click()
    expect(page.locator("[data-test=reason]")).to_contain_text("not win yet")
    press(page, wrong_card(PUZZLE))
    expect(page.locator("[data-test=missed]")).to_contain_text("Not quite.")
    if shots:
        page.screenshot(path=str(shots / "puzzle-missed.png"))
    page.get_by_role("button", name="Take it back").click()
    first, *rest = [text.removeprefix("play ") for text in PUZZLE.line]
    press(page, first)
    page.get_by_role("button", name="Undo").click()
    for card in (first, *rest):
        press(page, card)
    expect(page.locator("[data-test=done]")).to_contain_text("Solved.")
    assert kept(page)["solved"] == [PUZZLE.id]
    ann.close()


def test_the_solution_is_played_and_not_counted(browser: Browser, server: Server) -> None:
    ann = Player.at(browser, server.url, size=DESKTOP)
    page = ann.page
    page.goto(f"{server.url}/puzzle")
    expect(page.locator("[data-test=lesson]")).to_contain_text("Grade ")  # that of the day, whichever it is
    page.goto(f"{server.url}/puzzle/{PUZZLE.id}")
    page.get_by_role("button", name="Show the solution").click()
    expect(page.locator("[data-test=done]")).to_contain_text("Solved.")
    assert kept(page).get("solved", []) == []
    ann.close()


def test_a_lesson_goes_on_to_count_after_a_solution_was_shown(browser: Browser, server: Server) -> None:
    ann = Player.at(browser, server.url, size=PHONE)
    page = ann.page
    page.goto(f"{server.url}/learn/first-keeper")
    page.get_by_role("button", name="Show the solution").click()
    expect(page.locator("[data-test=done]")).to_contain_text("Milk is yours")
    assert kept(page).get("lessons", {}) == {}
    page.get_by_role("button", name="Go on").click()
    press(page, "Cookies")
    expect(page.locator("[data-test=done]")).to_contain_text("Two Keepers")
    assert kept(page)["lessons"] == {"first-keeper": 2}
    ann.close()


def test_hints_are_for_the_question_that_is_asked_and_the_result_tells_how_many(
    browser: Browser, server: Server, shots: Path | None
) -> None:
    ann = Player.at(browser, server.url, size=DESKTOP)
    page, hint = ann.page, ann.page.locator("[data-test=hint]")
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.goto(f"{server.url}/puzzle/{PUZZLE.id}")
    page.get_by_role("button", name="Hint", exact=True).click()
    page.get_by_role("button", name="Second hint").click()
    first, *rest = [text.removeprefix("play ") for text in PUZZLE.line]
    expect(hint).to_contain_text(f"Begin with: play {first}")
    expect(page.get_by_role("button", name="hint")).to_have_count(0)
    press(page, first)
    expect(hint).to_have_count(0)
    page.get_by_role("button", name="Hint", exact=True).click()
    expect(hint).to_contain_text("left")
    for card in rest:
        press(page, card)
    expect(page.locator("[data-test=done]")).to_contain_text("Solved.")
    page.get_by_role("button", name="Share").click()
    page.wait_for_function("navigator.clipboard.readText().then(text => text !== '')")
    result = page.evaluate("navigator.clipboard.readText()")
    assert "solved with 3 hints" in result
    assert result.endswith(f"/puzzle/{PUZZLE.id}")
    assert not any(card in result.split("grade")[1] for card in (first, *rest))
    if shots:
        page.screenshot(path=str(shots / "puzzle-solved.png"))
    page.get_by_role("button", name="Another puzzle").click()
    expect(page.locator("[data-test=lesson]")).not_to_contain_text(PUZZLE.title)
    ann.close()


def test_a_puzzle_is_solved_by_keys_alone(browser: Browser, server: Server) -> None:
    ann = Player.at(browser, server.url, size=DESKTOP)
    page = ann.page
    page.goto(f"{server.url}/puzzle/{PUZZLE.id}")
    for card in (text.removeprefix("play ") for text in PUZZLE.line):
        there = page.locator(f'li.choosable button[data-hand="{card}"]')
        expect(there).to_be_visible()
        for _ in range(60):
            if there.evaluate("one => one === document.activeElement"):
                break
            page.keyboard.press("ArrowRight" if page.evaluate("!!document.activeElement?.dataset.hand") else "Tab")
        page.keyboard.press("Enter")
    expect(page.locator("[data-test=done]")).to_contain_text("Solved.")
    ann.close()


def test_a_puzzle_that_is_none_is_said(browser: Browser, server: Server) -> None:
    ann = Player.at(browser, server.url, size=PHONE)
    ann.page.goto(f"{server.url}/puzzle/nothing")
    expect(ann.page.get_by_role("alert")).to_contain_text("there is no puzzle nothing")
    ann.close()


def test_a_newcomer_is_offered_the_lessons(browser: Browser, server: Server, shots: Path | None) -> None:
    ann = Player.at(browser, server.url, size=PHONE)
    ann.page.goto("/")
    offer = ann.page.get_by_role("link", name="New here? Learn by playing")
    expect(offer).to_be_visible()
    if shots:
        ann.page.screenshot(path=str(shots / "lobby-newcomer.png"))
    offer.click()
    expect(ann.page.get_by_role("heading", name="Learn and puzzle")).to_be_visible()
    ann.close()


def a_game_with_a_puzzle() -> tuple[str, int]:
    """The record of a game of greedy bots, and after how many of its moves it makes a puzzle."""
    for seed in range(5, 25):
        game, bot = Game("fluxx-4", seats=["Ann", "Bob"], seed=seed), Greedy(1)
        moments: list[Game] = []
        while not game.over:
            if game.decision.about == "act":
                moments.append(game.copy())
            game.answer(bot.choose(game.view(game.decision.seat), game.decision))
        for moment in reversed(moments[-12:]):
            with contextlib.suppress(NoPuzzle):
                puzzle_from(moment)
                return game.record().to_json(), len(moment.record().moves)
    raise AssertionError("no game of twenty makes a puzzle")


def test_a_moment_of_a_replay_becomes_a_puzzle_or_is_said_to_be_none(
    browser: Browser, server: Server, shots: Path | None
) -> None:
    ann = Player.at(browser, server.url, size=DESKTOP)
    page = ann.page
    record, moves = a_game_with_a_puzzle()
    kept = page.request.post(
        f"{server.url}/api/replays", data=record, headers={"content-type": "application/json", "origin": server.url}
    )
    assert kept.ok, kept.text()
    replay = kept.json()["replay"]
    page.goto(f"{server.url}/r/{replay}#1")
    page.get_by_role("button", name="Make a puzzle of this").click()
    expect(page.get_by_text("this makes no puzzle")).to_be_visible()
    if shots:
        page.screenshot(path=str(shots / "no-puzzle.png"))
    at = next(
        number
        for number, frame in enumerate(page.request.get(f"{server.url}/api/replays/{replay}").json()["frames"])
        if frame["moves"] == moves
    )
    page.goto(f"{server.url}/r/{replay}#{at}")
    page.reload()
    page.get_by_role("button", name="Make a puzzle of this").click()
    page.wait_for_url(f"**/puzzle/{replay}@{moves}")
    page.get_by_role("button", name="Show the solution").click()
    expect(page.locator("[data-test=done]")).to_be_visible()
    if shots:
        page.screenshot(path=str(shots / "own-puzzle.png"))
    ann.close()


def owned(puzzle: Puzzle) -> int:
    """How many cards lie in front of whoever solves it, where few are in hand."""
    me = puzzle.table["turn"]
    hand, *fronts = (len(puzzle.table.get(zone, {}).get(me, ())) for zone in ("hand", "keepers", "creepers"))
    return sum(fronts) if 0 < hand <= 3 else 0


def test_the_hand_of_a_puzzle_stays_in_sight_beside_much_that_one_owns(
    browser: Browser, server: Server, shots: Path | None
) -> None:
    most = max(shipped().values(), key=owned)
    assert owned(most) >= 7
    ann = Player.at(browser, server.url, size=DESKTOP)
    ann.page.goto(f"{server.url}/puzzle/{most.id}")
    cards = ann.page.locator("section.hand button[data-hand]")
    cards.first.wait_for()
    if shots:
        ann.page.screenshot(path=str(shots / "puzzle-owns-much.png"))
    for card in cards.all():
        expect(card).to_be_in_viewport(ratio=0.9)
    ann.close()
