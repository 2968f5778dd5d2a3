"""The tests mirror the tree: the tests of src/changeling/ROOM/MODULE.py are in tests/ROOM/test_MODULE.py.

A module without a mirror stands below with the reason. One that says "by" names the tests that cover it as a part of
a whole; they have to be there.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PACKAGE, TESTS = ROOT / "src" / "changeling", ROOT / "tests"
DATA = "data: nothing in it can be wrong by itself"
TYPES = "types only"
EXEMPT: dict[str, str] = {
    "__main__.py": "by test_cli.py",
    "bots/bot.py": TYPES,
    "bots/greedy_choice.py": "by bots/test_greedy.py",
    "bots/greedy_state.py": "by bots/test_greedy.py",
    "bots/random_bot.py": "by bots/test_roster.py",
    "bots/search_state.py": "by bots/test_search.py",
    "bots/tree.py": "by bots/test_search.py",
    "bots/weights.py": DATA,
    "cards/codes.py": DATA,
    "cards/compiler/assembly.py": "by cards/compiler/test_compile.py",
    "cards/compiler/card_compiler.py": "by cards/compiler/test_compile.py",
    "cards/compiler/expressions/emitter.py": "by cards/compiler/expressions/test_words.py",
    "cards/compiler/expressions/filters.py": "by cards/compiler/expressions/test_words.py",
    "cards/compiler/expressions/selections.py": "by cards/compiler/expressions/test_words.py",
    "cards/compiler/expressions/set_parts.py": "by cards/compiler/expressions/test_words.py",
    "cards/compiler/expressions/sets.py": "by cards/compiler/expressions/test_words.py",
    "cards/compiler/expressions/values.py": "by cards/compiler/expressions/test_words.py",
    "cards/compiler/lint/facts.py": "by cards/compiler/lint/test_truth.py",
    "cards/compiler/lint/flow_lint.py": "by cards/compiler/lint/test_card_lint.py",
    "cards/compiler/programs/code.py": "by cards/compiler/programs/test_statements.py",
    "cards/compiler/programs/effects.py": "by cards/compiler/programs/test_statements.py",
    "cards/compiler/programs/questions.py": "by cards/compiler/programs/test_statements.py",
    "cards/compiler/refusals.py": "by cards/test_mistakes.py",
    "cards/language/cards_file.py": "by cards/language/test_source.py",
    "cards/language/slips.py": "by cards/test_mistakes.py",
    "cards/synonyms.py": "by decks/test_card_listing.py",
    "commands/cards.py": "by test_cli.py",
    "commands/lab.py": "by test_cli.py",
    "commands/learn.py": "by terminal/test_lessons.py",
    "commands/server.py": "by test_cli.py",
    "commands/table.py": "by test_cli.py",
    "engine/arrays/batch_step.py": "by play/test_batch.py",
    "engine/arrays/features.py": "by engine/arrays/test_observe.py",
    "engine/arrays/single_observer.py": "by engine/arrays/test_observe.py",
    "engine/expression_facts.py": "by engine/test_sheet.py",
    "engine/fields.py": "by engine/test_layout.py",
    "engine/journal.py": "by engine/machine/test_journal.py",
    "engine/journal_layout.py": "by engine/machine/test_journal.py",
    "engine/machine/board/having.py": "by engine/machine/board/test_long_lists.py",
    "engine/machine/board/seats.py": "by engine/machine/board/test_counts.py",
    "engine/machine/checks/automatic.py": "by engine/machine/checks/test_checks.py",
    "engine/machine/checks/goals.py": "by engine/machine/checks/test_checks.py",
    "engine/machine/checks/replacing.py": "by clauses/test_scenarios.py",
    "engine/machine/checks/ungoals.py": "by engine/machine/checks/test_checks.py",
    "engine/machine/checks/upkeep.py": "by engine/machine/board/test_two_sided.py",
    "engine/machine/checks/winning.py": "by engine/machine/checks/test_checks.py",
    "engine/machine/choices/questions.py": "by engine/machine/test_dispatch.py",
    "engine/machine/effects/dealing.py": "by engine/machine/effects/test_effects.py",
    "engine/machine/effects/discarding.py": "by engine/machine/effects/test_effects.py",
    "engine/machine/effects/drawing.py": "by engine/machine/effects/test_effects.py",
    "engine/machine/effects/hands.py": "by engine/machine/effects/test_effects.py",
    "engine/machine/effects/showing.py": "by engine/machine/effects/test_piles.py",
    "engine/machine/effects/taking.py": "by engine/machine/effects/test_effects.py",
    "engine/machine/hidden/hidden_deal.py": "by engine/seen/test_worlds.py",
    "engine/machine/hidden/settled.py": "by engine/seen/test_worlds.py",
    "engine/machine/hidden/unseen.py": "by engine/seen/test_worlds.py",
    "engine/machine/instructions.py": "by engine/machine/test_dispatch.py",
    "engine/machine/journal_rows.py": "by engine/machine/test_journal.py",
    "engine/machine/playing.py": "by engine/machine/test_dispatch.py",
    "engine/machine/rules/formulas.py": "by engine/machine/rules/test_rules_in_force.py",
    "engine/machine/rules/lasting.py": "by clauses/test_scenarios.py",
    "engine/machine/rules/permissions.py": "by clauses/test_scenarios.py",
    "engine/machine/turn/free_actions.py": "by engine/machine/turn/test_turns.py",
    "engine/machine/turn/start_and_finish.py": "by engine/machine/turn/test_turns.py",
    "engine/machine/values/chosen.py": "by engine/machine/choices/test_secret_choices.py",
    "engine/machine/values/membership.py": "by clauses/test_scenarios.py",
    "engine/machine/values/terms.py": "by engine/machine/values/test_expressions.py",
    "engine/native/body.py": "by engine/native/test_statements.py",
    "engine/native/entry_points.py": "by engine/native/test_build.py",
    "engine/native/kinds.py": "by engine/native/test_called.py",
    "engine/native/llvm.py": "by engine/native/test_building.py",
    "engine/native/noted_records.py": "by engine/native/test_noting.py",
    "engine/native/python_calls.py": "by engine/native/test_called.py",
    "engine/packing.py": "by engine/test_sheet.py",
    "engine/seen/conditions/places_to_fill.py": "by engine/seen/conditions/test_lacks.py",
    "engine/seen/conditions/situations.py": "by engine/seen/conditions/test_lacks.py",
    "engine/seen/conditions/trees.py": "by engine/seen/conditions/test_lacks.py",
    "engine/seen/conditions/wording.py": "by engine/seen/conditions/test_lacks.py",
    "engine/seen/late.py": "by play/test_looking.py",
    "engine/seen/projection.py": "by engine/seen/test_view.py",
    "engine/seen/questions/ask.py": "by engine/seen/questions/test_decision.py",
    "engine/seen/questions/kinds.py": "by engine/seen/questions/test_choices.py",
    "engine/seen/questions/nouns.py": "by engine/seen/questions/test_choices.py",
    "engine/seen/questions/paths.py": "by engine/seen/questions/test_choices.py",
    "engine/seen/questions/phrases.py": "by engine/seen/questions/test_choices.py",
    "engine/seen/questions/sites.py": "by engine/seen/questions/test_choices.py",
    "engine/seen/questions/symbols.py": "by engine/seen/questions/test_choices.py",
    "engine/seen/reasons/reason.py": "by engine/seen/reasons/test_why.py",
    "engine/seen/reasons/standing.py": "by engine/seen/conditions/test_lacks.py",
    "engine/seen/reasons/why_option.py": "by engine/seen/reasons/test_why.py",
    "engine/seen/winners.py": "by engine/machine/checks/test_together.py",
    "engine/sheet_layout.py": "by engine/test_layout.py",
    "engine/version.py": "by proofs/test_engine_number.py",
    "envs/opposed.py": "by envs/test_vector.py",
    "envs/single_game.py": "by envs/test_single.py",
    "envs/spiel_observer.py": "by envs/test_spiel.py",
    "lab/contest/cheating_bot.py": "by lab/contest/test_ladder.py",
    "lab/games/compiled_games.py": "by lab/games/test_played_games.py",
    "lab/games/game_rows.py": "by lab/games/test_played_games.py",
    "lab/games/interpreted_games.py": "by lab/games/test_played_games.py",
    "lab/games/policy_games.py": "by lab/games/test_weighed_games.py",
    "lab/games/seated_games.py": "by lab/games/test_played_games.py",
    "lab/games/tally.py": "by lab/games/test_played_games.py",
    "lab/report/card_measures.py": "by lab/report/test_measures.py",
    "lab/report/page.py": "by lab/test_report_command.py",
    "lab/transfer/suites.py": "by lab/transfer/test_score.py",
    "learn/greedy_turns.py": "by learn/test_search_room.py",
    "learn/seek.py": "by learn/test_search_room.py",
    "learn/turn_search.py": "by learn/test_win_search.py",
    "play/answering.py": "by play/test_game.py",
    "play/compiled/game_table.py": "by play/compiled/test_native_games.py",
    "play/compiled/native_table.py": "by play/compiled/test_native_games.py",
    "play/compiled/table_memory.py": "by play/compiled/test_native_games.py",
    "play/redoing.py": "by play/test_game.py",
    "play/compiled/self_check.py": "by engine/native/test_build.py",
    "play/shipped_policy.py": "by bots/test_learned.py",
    "record/machine_part.py": "by record/test_notation.py",
    "terminal/colour.py": "by terminal/test_play.py",
    "terminal/ending.py": "by terminal/sentences/test_event_sentences.py",
    "terminal/plain.py": "by terminal/test_play.py",
    "terminal/practice.py": "by terminal/test_lessons.py",
    "terminal/screen.py": TYPES,
    "terminal/sentences/card_sentences.py": "by terminal/sentences/test_event_sentences.py",
    "terminal/sentences/turn_sentences.py": "by terminal/sentences/test_event_sentences.py",
    "terminal/sentences/voice.py": "by terminal/sentences/test_event_sentences.py",
    "terminal/session.py": "by terminal/test_play.py",
    "terminal/start.py": "by terminal/test_play.py",
    "web/gallery/kept_decks.py": "by web/table/live/test_kept_games.py",
    "web/http/app.py": "by web/http/test_routes.py",
    "web/http/limits/door.py": "by web/http/limits/test_quotas.py",
    "web/http/openapi.py": "by web/http/test_routes.py",
    "web/http/running/meanwhile.py": "by web/http/running/test_housekeeping.py",
    "web/http/running/operations.py": "by web/http/running/test_metrics.py",
    "web/http/running/watch.py": "by web/http/running/test_logs.py",
    "web/http/sockets.py": "by web/http/test_hostile.py",
    "web/settings.py": DATA,
    "web/storage/backup_file.py": "by web/storage/test_backup.py",
    "web/storage/kept_games.py": "by web/table/live/test_kept_games.py",
    "web/storage/outage.py": "by web/http/running/test_outages.py",
    "web/table/alarm.py": "by web/table/game/test_surprise_window.py",
    "web/table/commands/commands.py": "by web/http/test_hostile.py",
    "web/table/commands/game_commands.py": "by web/table/game/test_surprise_window.py",
    "web/table/commands/lobby_commands.py": "by web/table/gathering/test_lobby.py",
    "web/table/commands/talk_commands.py": "by web/table/gathering/test_lobby.py",
    "web/table/following.py": "by web/nodes/test_two_nodes.py",
    "web/table/game/bot_thinking.py": "by web/table/test_workers.py",
    "web/table/game/explanations.py": "by web/table/gathering/test_lobby.py",
    "web/table/game/foresight.py": "by web/table/commands/test_foresight.py",
    "web/table/game/how_to.py": "by web/browser/test_how_to.py",
    "web/table/game/window_opening.py": "by web/table/game/test_surprise_window.py",
    "web/table/gathering/lobby_view.py": "by web/table/gathering/test_lobby.py",
    "web/table/live/stored_table.py": "by web/table/test_failing_store.py",
    "web/table/live/table_state.py": "by web/table/live/test_live_table.py",
    "web/table/replay/jobs.py": "by web/table/test_workers.py",
    "web/table/replay/stored_replays.py": "by web/table/written/test_replays.py",
    "web/table/written/packing.py": "by web/table/test_workers.py",
    "web/wire/http_bodies.py": TYPES,
    "web/wire/kept_deck.py": TYPES,
    "web/wire/practice.py": TYPES,
    "web/wire/protocol_page.py": "by web/wire/test_messages.py",
    "web/wire/values.py": TYPES,
    "web/workers/child.py": "by web/workers/test_pool.py",
    "web/workers/frames.py": "by web/workers/test_pool.py",
    "web/workers/process.py": "by web/workers/test_pool.py",
}
# Tests of a room, or of a quality that several modules have together. Folders that mirror no room are not looked at.
OF_A_WHOLE: dict[str, str] = {
    "cards/compiler/test_hostile.py": "text from strangers",
    "cards/compiler/test_random_cards.py": "random legal cards on the machine",
    "cards/test_commands.py": "the commands check, fmt, card and words",
    "cards/test_mistakes.py": "mistakes and what people are told of them",
    "engine/machine/board/test_long_lists.py": "has() with many items, from the checker to the machine",
    "engine/machine/effects/test_effects.py": "the words of drawing, taking, hands and dealing",
    "engine/machine/test_bad_instructions.py": "every dispatcher",
    "engine/machine/test_caches.py": "all that the machine remembers",
    "engine/machine/test_together.py": "words of different areas on one table",
    "engine/native/test_building.py": "how the machine is built, kept and checked",
    "play/test_branch.py": "branches of games, which go on apart",
    "play/test_cookbook_players.py": "the cards of docs/how-to/cookbook-players.md",
    "proofs/test_engine_number.py": "what stored games rely on",
    "proofs/test_game_digests.py": "whole games",
    "proofs/test_playthroughs.py": "whole games",
    "record/test_former_versions.py": "what earlier versions wrote",
    "terminal/test_play.py": "whole games through the terminal",
    "terminal/test_told_editions.py": "a game of each edition, word by word",
    "terminal/test_told_games.py": "what a person at the terminal is told of whole turns",
    "web/http/test_hostile.py": "messages from strangers",
    "web/http/test_hung_up.py": "each route, when who asks hangs up",
    "web/http/test_odd_requests.py": "requests from strangers",
    "web/http/test_proxies.py": "real proxies before real servers",
    "web/http/running/test_outages.py": "servers whose database is away",
    "web/http/running/test_stop.py": "servers that are told to stop",
    "web/nodes/test_questions.py": "what two nodes ask",
    "web/nodes/test_kills.py": "nodes that are killed or hang",
    "web/nodes/test_two_nodes.py": "what is done at one node and seen at another",
    "web/nodes/test_stands_still.py": "tables that go on although a node has lost what it knew of them",
    "web/storage/test_kill.py": "servers that are killed",
    "web/storage/test_last_version.py": "games stored by earlier versions",
    "web/table/game/test_questions.py": "what people are shown and the table answers by itself",
    "web/table/test_failing_store.py": "memory and store, when the store fails",
    "web/table/test_secrets.py": "what no client may learn",
}


def mirror(module: Path) -> str:
    """Where the tests of a module are, under tests/."""
    return module.relative_to(PACKAGE).with_name(f"test_{module.name}").as_posix()


MODULES = {
    path.relative_to(PACKAGE).as_posix(): mirror(path) for path in PACKAGE.rglob("*.py") if path.stem != "__init__"
}


def test_every_module_has_its_tests() -> None:
    missing = [name for name, test in MODULES.items() if name not in EXEMPT and not (TESTS / test).exists()]
    assert not missing, "no mirror under tests/, and no reason in EXEMPT: " + ", ".join(sorted(missing))


def test_no_exemption_is_left_over() -> None:
    gone = [name for name in EXEMPT if name not in MODULES]
    mirrored = [name for name in EXEMPT if name in MODULES and (TESTS / MODULES[name]).exists()]
    assert not gone, f"there is no such module: {', '.join(gone)}"
    assert not mirrored, f"these have a mirror: {', '.join(mirrored)}"


@pytest.mark.parametrize("name", EXEMPT)
def test_a_reason_is_one_that_can_be_looked_up(name: str) -> None:
    covered = re.fullmatch(r"by (\S+)", EXEMPT[name])
    if covered is None:
        assert EXEMPT[name] in (DATA, TYPES)
        return
    assert (TESTS / covered[1]).exists(), f"{covered[1]} is not there"


def test_every_test_is_of_a_module_or_of_a_whole() -> None:
    """A mirror whose module was renamed would otherwise stay behind under the old name."""
    rooms = {path.name for path in PACKAGE.iterdir() if (path / "__init__.py").exists()}
    tests = [path.relative_to(TESTS).as_posix() for path in TESTS.rglob("test_*.py")]
    tests = [test for test in tests if test.split("/")[0] in rooms and "/browser/" not in test]
    assert len(tests) > 50
    lost = sorted(set(tests) - set(MODULES.values()) - set(OF_A_WHOLE))
    assert not lost, f"of no module, and not in OF_A_WHOLE: {', '.join(lost)}"
    assert not set(OF_A_WHOLE) - set(tests), "not there any more"
