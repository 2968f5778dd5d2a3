"""Train the policy that plays as `learned`: first on what `search` chooses, then by playing itself and `greedy`.

    pip install 'changeling[train]'
    python examples/train_learned.py --processes 14 --search-minutes 3 --play-minutes 8 --out learned.npz

Games are played on processor cores, each process with the compiled machine and the network in NumPy. The network learns
on a GPU where PyTorch finds one. `--from learned.npz` goes on from weights that were kept. What is played, and how much
of it there was, is printed and written beside the weights (`learned.json`).
"""

from __future__ import annotations

import argparse
import json
import math
import multiprocessing
import os
import time
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from changeling import load_deck
from changeling.bots.policy_network import Network, Questions, decoded, questions_of, with_blank
from changeling.bots.search_state import SearchState
from changeling.bots.summary import NUMBERS
from changeling.cards.codes import NONE
from changeling.engine.arrays.features import printed
from changeling.engine.native.records import fetch
from changeling.engine.seen.worlds import as_seen, imagine
from changeling.engine.sheet_cache import sheet_for
from changeling.lab.contest.rating import wilson
from changeling.lab.games.policy_games import FIRST, PolicyGames, compiled_go_on
from changeling.play.bot_factory import compile_search, search_state_for

DECKS = ("fluxx-4", "cthulhu", "doctor-who")  # the three that are learned on; all others are for tests alone
SEATS = (2, 2, 2, 3, 4)  # by process, one after another
LAMBDA = 0.95
UNKNOWN, LAST = -2, -1  # what follows an answer: not known yet; the end of the game


class Played(NamedTuple):
    """What a process has played: questions, and for each of them what was done and what came of it."""

    questions: list[Questions]
    chosen: np.ndarray  # by question: which of its answers
    log: np.ndarray  # by question: the logarithm of the probability of that
    follows: np.ndarray  # by question: the next question of the same seat in the same game, or UNKNOWN or LAST
    reward: np.ndarray  # by question: what the game gave the seat, where LAST
    wanted: list[np.ndarray]  # by question of a teacher: what share of its time it gave each answer
    games: int
    won: int  # against greedy, of `against` games
    against: int


# --- what processes do: play ------------------------------------------------------------------------------------------
class Games:
    """Games of one deck with what the policy needs to know of it, and what is being played in each."""

    def __init__(self, deck: str, games: int, seats: int, seed: int, self_play: float) -> None:
        self.random = np.random.default_rng(seed)
        self.self_play, self.seats = self_play, seats
        self.games = PolicyGames(deck, games, seats, seed, greedy=np.zeros(games, np.int64))
        self.printed = with_blank(printed(self.games.deck))
        self.base = sum(len(load_deck(each).cards) + 1 for each in DECKS[: DECKS.index(deck)]) if deck in DECKS else 0
        self.last = np.full((games, seats), NONE)  # by game and seat: its last question
        self.deal()

    def deal(self) -> None:
        """Choose who plays the next game of each row: the policy all seats, or one of them among greedy."""
        count = self.games.games
        alone = 1 << self.random.integers(self.seats, size=count)
        everybody = (1 << self.seats) - 1
        against = self.random.random(count) >= self.self_play
        self.games.told["next_greedy"] = np.where(against, everybody & ~alone, 0)


def asked(games: PolicyGames) -> Questions:
    """What is asked now, in all games."""
    told = games.told
    counts = told["options"].tolist()
    codes = [told["code"][game, :count] for game, count in enumerate(counts)]
    worths = [told["worth"][game, :count] for game, count in enumerate(counts)]
    led_to = [told["led_to"][game, : count * NUMBERS] for game, count in enumerate(counts)]
    return questions_of(games.table, games.cards, told["seat"], games.seats, codes, worths, led_to)


class Notes:
    """What is written down while games are played."""

    def __init__(self) -> None:
        self.questions: list[Questions] = []
        self.chosen: list[np.ndarray] = []
        self.log: list[np.ndarray] = []
        self.follows: list[np.ndarray] = []
        self.reward: list[np.ndarray] = []
        self.wanted: list[np.ndarray] = []
        self.at = self.games = self.won = self.against = 0

    def step(self, games: Games, q: Questions, index: np.ndarray, log: np.ndarray) -> None:
        """Give the answers, and note what they lead to."""
        told, count = games.games.told, games.games.games
        mine, seat = np.arange(self.at, self.at + count), told["seat"].copy()
        before = games.last[np.arange(count), seat]
        self._set(self.follows, before[before >= 0], mine[before >= 0])
        games.last[np.arange(count), seat] = mine
        self.questions.append(q._replace(table=q.table.copy(), printed=q.printed + games.base))
        self.chosen.append(index)
        self.log.append(log)
        self.follows.append(np.full(count, UNKNOWN))
        self.reward.append(np.zeros(count, np.float32))
        self.at += count
        told["index"] = index
        games.games.go_on()
        over = np.flatnonzero(told["ended"])
        if len(over):
            self._end(games, over)

    def _end(self, games: Games, over: np.ndarray) -> None:
        told = games.games.told
        for game in over.tolist():
            winner, by_greedy = int(told["winner"][game]), int(told["played"][game])
            for seat in range(games.seats):
                last = games.last[game, seat]
                if last >= 0:
                    step, place = divmod(int(last), games.games.games)
                    self.follows[step][place] = LAST
                    self.reward[step][place] = -0.5 if winner == NONE else 1 if winner == seat else -1
            if by_greedy:
                self.against += 1
                self.won += winner != NONE and not by_greedy >> winner & 1
        games.last[over] = NONE
        self.games += len(over)
        games.deal()

    def _set(self, lists: list[np.ndarray], where: np.ndarray, what: np.ndarray) -> None:
        if len(where):
            width = len(lists[0])
            for place, value in zip(where.tolist(), what.tolist(), strict=True):
                lists[place // width][place % width] = value

    def done(self, games: Games) -> Played:
        """All of it. What goes on later is not known to who comes next: their questions begin anew."""
        games.last[:] = NONE
        join = np.concatenate
        return Played(
            self.questions, join(self.chosen), join(self.log), join(self.follows), join(self.reward), self.wanted,
            self.games, self.won, self.against,
        )  # fmt: skip


def log_shares(scores: np.ndarray, q: Questions) -> np.ndarray:
    """The logarithm of the probability of each answer."""
    low = scores - np.maximum.reduceat(scores, q.option_starts)[q.option_question]
    return low - np.log(np.add.reduceat(np.exp(low), q.option_starts))[q.option_question]


def firsts(scores: np.ndarray, q: Questions) -> np.ndarray:
    """Which answer to each question has the highest score; of several, the first."""
    best = np.maximum.reduceat(scores, q.option_starts)[q.option_question]
    found = np.where(scores == best, np.arange(len(scores)), len(scores))
    return np.minimum.reduceat(found, q.option_starts) - q.option_starts


def play_policy(games: Games, network: Network, steps: int) -> Played:
    """Let the policy answer so many questions of every game, by chance."""
    notes = Notes()
    for _ in range(steps):
        q = asked(games.games)
        logs = log_shares(network.scores(q, games.printed), q)
        lot = logs + games.random.gumbel(size=len(logs))
        index = firsts(lot, q)
        notes.step(games, q, index, logs[q.option_starts + index].astype(np.float32))
    return notes.done(games)


def play_search(games: Games, state: SearchState, iterations: int, seconds: float) -> Played:
    """Let `search` answer for so many seconds, and note what share of its time it gave each answer."""
    notes, d, end = Notes(), sheet_for(games.games.deck), time.monotonic() + seconds
    while time.monotonic() < end:
        q, index = asked(games.games), []
        for game, count in enumerate(games.games.told["options"].tolist()):
            seed = int(games.random.integers(1 << 32))
            table = imagine(d, as_seen(d, fetch(games.games.tables, FIRST + game)), seed=seed)
            state.begin(table, seed)
            state.think(iterations)
            codes = games.games.told["code"][game, :count].tolist()
            taken = np.array([state.taken(code)[0] for code in codes], np.float32)
            notes.wanted.append(taken / taken.sum())
            index.append(int(taken.argmax()))
        notes.step(games, q, np.array(index), np.zeros(len(index), np.float32))
    return notes.done(games)


def play_test(network: Network, deck: str, seats: int, deals: int, seed: int) -> tuple[int, int]:
    """How many games the policy wins alone among greedy, and of how many: each deal once from every seat."""
    won = 0
    for place in range(seats):
        greedy = np.full(deals, ((1 << seats) - 1) & ~(1 << place))
        games = PolicyGames(deck, deals, seats, seed, greedy=greedy)
        shown, over = with_blank(printed(games.deck)), np.zeros(deals, np.bool_)
        while True:
            new = (games.told["ended"] == 1) & ~over
            won += int((games.told["winner"][new] == place).sum())
            over |= new
            if over.all():
                break
            q = asked(games)
            games.told["index"] = firsts(network.scores(q, shown), q)
            games.go_on()
    return won, deals * seats


def work(number: int, pipe: Connection, options: argparse.Namespace) -> None:
    """What each process does: play as it is told."""
    decks = options.decks
    deck, seats = decks[number % len(decks)], SEATS[number // len(decks) % len(SEATS)]
    seed = (options.seed << 40) + (number << 32)
    games = Games(deck, options.games, seats, seed, options.self_play)
    while True:
        kind, given = pipe.recv()
        if kind == "search":
            few = Games(deck, 8, seats, seed + (1 << 31), 0.5)
            state = search_state_for(few.games.deck, wait=True)
            pipe.send(play_search(few, state, options.iterations, given))
        elif kind == "play":
            pipe.send(play_policy(games, Network(given), options.steps))
        else:
            weights, test, seats_there, deals = given
            pipe.send(play_test(Network(weights), test, seats_there, deals, (1 << 50) + (number << 20)))


class Workers:
    """The processes that play."""

    def __init__(self, options: argparse.Namespace) -> None:
        context = multiprocessing.get_context("spawn")
        os.environ.update(OMP_NUM_THREADS="1", OPENBLAS_NUM_THREADS="1")  # each process is one core's
        self.pipes, self.processes = [], []
        for number in range(options.processes):
            ours, theirs = context.Pipe()
            process = context.Process(target=work, args=(number, theirs, options), daemon=True)
            process.start()
            self.pipes.append(ours)
            self.processes.append(process)

    def ask(self, kind: str, given: Any) -> None:
        """Give all of them something to do."""
        for pipe in self.pipes:
            pipe.send((kind, given))

    def gather(self) -> list[Any]:
        """What all of them have done."""
        return [pipe.recv() for pipe in self.pipes]

    def test(self, weights: dict[str, np.ndarray], deck: str, seats: int, games: int) -> dict[str, Any]:
        """How many games the policy wins alone among greedy, with the 95 % interval."""
        self.ask("test", (weights, deck, seats, max(1, math.ceil(games / seats / len(self.pipes)))))
        found = self.gather()
        won, of = (sum(column) for column in zip(*found, strict=True))
        low, high = wilson(won, of)
        return {"deck": deck, "seats": seats, "won": won, "games": of, "share": won / of, "low": low, "high": high}


# --- what is learned of it --------------------------------------------------------------------------------------------
def chained(parts: list[Played]) -> tuple[np.ndarray, np.ndarray]:
    """What follows each question, and what games gave, for the questions of all processes in one row."""
    follows, base = [], 0
    for part in parts:
        follows.append(np.where(part.follows >= 0, part.follows + base, part.follows))
        base += len(part.follows)
    return np.concatenate(follows), np.concatenate([part.reward for part in parts])


def outcomes(follows: np.ndarray, reward: np.ndarray) -> np.ndarray:
    """What the game gave in the end, for every question of it; 2 where that is not known."""
    found = np.where(follows == LAST, reward, 2).astype(np.float32)
    for place in np.flatnonzero(follows >= 0)[::-1].tolist():
        found[place] = found[follows[place]]
    return found


def gains(parts: list[Played], value: np.ndarray) -> np.ndarray:
    """How much better each answer was than expected (generalised advantage estimation)."""
    follows, reward = chained(parts)
    after = np.where(follows >= 0, value[np.maximum(follows, 0)], reward)
    surprise = np.where(follows == UNKNOWN, 0, after - value).astype(np.float32)
    found = surprise.copy()
    for place in np.flatnonzero(follows >= 0)[::-1].tolist():
        found[place] += LAMBDA * found[follows[place]]
    return found


class Learner:
    """The network, what it learns from, and what is written down on the way."""

    def __init__(self, options: argparse.Namespace) -> None:
        import learned_network as network
        import torch

        torch.manual_seed(options.seed)
        self.net, self.torch, self.options = network, torch, options
        shown = np.concatenate([with_blank(printed(load_deck(deck))) for deck in DECKS])
        start = None if options.start is None else decoded(options.start.read_bytes())
        self.model = network.Learned(start, shown)
        beside = None if options.start is None else options.start.with_suffix(".pt")
        if beside is not None and beside.exists():  # with what is learned besides: what games are expected to give
            self.model.load_state_dict(torch.load(beside, map_location=network.DEVICE, weights_only=True))
        self.optimizer = torch.optim.Adam(self.model.parameters(), lr=options.rate, eps=1e-5)
        self.began, self.log = time.monotonic(), []
        self.note(what="begin", device=str(network.DEVICE), processes=options.processes, decks=options.decks)

    def note(self, **what: Any) -> None:
        """Print what happened and keep it beside the weights."""
        what = {"seconds": round(time.monotonic() - self.began, 1), **what}
        print(json.dumps(what), flush=True)
        self.log.append(what)
        np.savez_compressed(self.options.out, **self.model.weights())
        self.torch.save(self.model.state_dict(), self.options.out.with_suffix(".pt"))
        self.options.out.with_suffix(".json").write_text(json.dumps(self.log, indent=1), encoding="utf-8")

    def learn_from_search(self, parts: list[Played]) -> None:
        """Learn to choose as `search` did."""
        whole = self.net.joined([q for part in parts for q in part.questions])
        wanted = np.concatenate([share for part in parts for share in part.wanted])
        outcome = outcomes(*chained(parts))
        given = (self.torch.from_numpy(each).to(self.net.DEVICE) for each in (wanted, outcome))
        found = self.net.imitate(self.model, whole, *given, passes=self.options.passes, rate=2e-3)
        games = sum(part.games for part in parts)
        self.note(what="searched", decisions=len(outcome), games=games, **found)

    def learn_from_play(self, parts: list[Played]) -> None:
        """Learn from what the policy's own games came to."""
        whole = self.net.joined([q for part in parts for q in part.questions])
        value = self.net.values_of(self.model, whole)
        gain = gains(parts, value)
        known = np.concatenate([part.follows for part in parts]) != UNKNOWN
        some = gain[known]
        done = {
            "chosen": np.concatenate([part.chosen for part in parts]),
            "log": np.concatenate([part.log for part in parts]),
            "gain": (gain - some.mean()) / (some.std() + 1e-8),
            "return": gain + value,
            "known": known,
        }
        told = {name: self.torch.from_numpy(each).to(self.net.DEVICE) for name, each in done.items()}
        size = max(2048, len(known) // 12)
        self.net.improve(self.model, self.optimizer, whole, told, passes=2, size=size, spread=self.options.spread)

    def play(self, workers: Workers, seconds: float) -> None:
        """Play and learn by turns, for so long; while the network learns, the next games are played already."""
        began, answers, games, rounds, recent = time.monotonic(), 0, 0, 0, []
        workers.ask("play", self.model.weights())
        while time.monotonic() - began < seconds:
            parts = workers.gather()
            workers.ask("play", self.model.weights())
            share = 1 - (time.monotonic() - began) / seconds
            for group in self.optimizer.param_groups:
                group["lr"] = self.options.rate * max(0.05, share)
            self.learn_from_play(parts)
            answers, games = answers + sum(len(part.log) for part in parts), games + sum(part.games for part in parts)
            recent = [*recent[-9:], (sum(part.won for part in parts), sum(part.against for part in parts))]
            rounds += 1
            if rounds % 10 == 0:
                won, against = (sum(column) for column in zip(*recent, strict=True))
                rate = answers / (time.monotonic() - began)
                self.note(what="played", rounds=rounds, decisions=answers, games=games,
                          per_second=round(rate), among_greedy=round(won / max(against, 1), 3))  # fmt: skip
        workers.gather()


def options_of(arguments: list[str] | None) -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--processes", type=int, default=max(1, (os.cpu_count() or 2) - 1))
    parser.add_argument("--search-minutes", type=float, default=3.0, help="how long `search` plays at first; 0: not")
    parser.add_argument("--iterations", type=int, default=300, help="of `search`, for each decision")
    parser.add_argument("--passes", type=int, default=6, help="over what `search` played")
    parser.add_argument("--play-minutes", type=float, default=8.0, help="how long the policy plays")
    parser.add_argument("--decks", nargs="*", default=[*DECKS], choices=DECKS, help="by process, one after another")
    parser.add_argument("--self-play", type=float, default=0.4, help="share of games without greedy")
    parser.add_argument("--games", type=int, default=128, help="side by side in each process")
    parser.add_argument("--steps", type=int, default=64, help="answers of each game between two rounds of learning")
    parser.add_argument("--rate", type=float, default=6e-4)
    parser.add_argument("--spread", type=float, default=0.005, help="reward for answers that are left to chance")
    parser.add_argument("--tests", type=int, default=2000, help="games of each test; 0: none")
    parser.add_argument("--test-decks", nargs="*", default=[*DECKS, "family", "dice-camera-action"])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--from", dest="start", type=Path, help="weights to go on from")
    parser.add_argument("--out", type=Path, default=Path("learned.npz"), help="the weights; .json beside them")
    return parser.parse_args(arguments)


def main(arguments: list[str] | None = None) -> None:
    """Train, test, keep."""
    options = options_of(arguments)
    compiled_go_on()  # once, so that the processes find it
    if options.search_minutes > 0:
        compile_search()
    workers, learner = Workers(options), Learner(options)
    if options.search_minutes > 0:
        workers.ask("search", options.search_minutes * 60)
        learner.learn_from_search(workers.gather())
        if options.tests:
            learner.note(what="tested", **workers.test(learner.model.weights(), DECKS[0], 2, options.tests))
    if options.play_minutes > 0:
        learner.play(workers, options.play_minutes * 60)
    for deck in options.test_decks if options.tests else ():
        learner.note(what="tested", **workers.test(learner.model.weights(), deck, 2, options.tests))
    for process in workers.processes:
        process.terminate()


if __name__ == "__main__":
    main()
