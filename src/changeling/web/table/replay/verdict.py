"""Verifying: whether the file of a game proves its shuffle, and plays back to the end that it tells."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace

from changeling.errors import EngineFault, RecordError
from changeling.play.game import replay as play_back
from changeling.record.record import Record
from changeling.web.gallery.decks import deck_of
from changeling.web.table.gathering.fair_shuffle import (
    commitment_of,
    deal_of,
    fingerprint_of,
    promise_of,
    seed_of,
    terms_of,
)
from changeling.web.table.written.game_log import check_number
from changeling.web.table.written.replays import first_line, read
from changeling.web.wire.errors import Refuse
from changeling.web.wire.http_bodies import ReplaySource
from changeling.web.wire.values import DeckChoice, Seal

Check = tuple[bool, str]

SERVER_ONLY = (
    "sealed by the server only: no player committed to a nonce before the others were known, so whoever ran the server "
    "could try until the deal was to their liking"
)
NO_MOMENT = (
    "the day and the hour, for which cards of this game ask, were not promised, as in games of earlier versions: "
    "whoever ran the server could choose them"
)
COMPARE = (
    "a file can be made up as a whole: give the fingerprint that your page showed when the game began as --commitment, "
    "or check the shuffle on that page"
)


@dataclass(frozen=True, slots=True)
class Verdict:
    """What was checked of a file, each with whether it holds, and what one has to know besides."""

    checks: tuple[Check, ...]
    notes: tuple[str, ...] = ()

    @property
    def holds(self) -> bool:
        """Whether everything holds."""
        return all(good for good, _ in self.checks)


def verify(text: str, commitment: str = "") -> Verdict:
    """Check a replay's file: what was promised, its seed, and that it plays back to the end that it tells.

    `commitment` is what was shown before the game: the fingerprint of the start, or for games of earlier versions the
    commitment of the server.
    """
    record, choice, web = read(text)
    checks, notes = _shuffle(web.seal, record, commitment)
    return Verdict((*checks, _end(record, choice, web)), tuple(notes))


def _shuffle(seal: Seal | None, record: Record, shown: str) -> tuple[list[Check], list[str]]:
    if seal is None:
        return [(False, "the file has no seal: its shuffle cannot be proved")], []
    if not seal.fingerprint:
        return _server_only(seal, record, shown or seal.commitment), [SERVER_ONLY]
    return _promised(seal, record, shown or seal.fingerprint), _notes(seal, record, shown)


def _server_only(seal: Seal, record: Record, shown: str) -> list[Check]:
    """A game of an earlier version."""
    seed = seed_of(seal.secret, record.digest, record.seats, seal.nonces)
    return [
        (commitment_of(seal.secret) == shown, f"the secret fits the commitment {shown}"),
        (seed == record.seed, f"the seed {record.seed} comes from the secret and the players' nonces"),
    ]


def _promised(seal: Seal, record: Record, shown: str) -> list[Check]:
    """A game whose players have committed before they revealed."""
    terms = terms_of(record if _promises_moment(seal) else replace(record, moment=""))
    kept = seal.commitments == {name: promise_of(nonce) for name, nonce in seal.nonces.items()}
    seated = set(seal.commitments) <= set(record.seats)
    fingerprint = fingerprint_of(
        seal.commitment,
        record.digest,
        terms,
        record.seats,
        commitments=seal.commitments,
        broken=seal.broken,
    )
    seed = deal_of(fingerprint, seal.secret, record.seats, seal.nonces)
    told = (seal.fingerprint, seal.digest, seal.terms, tuple(seal.seats), seal.seed)
    return [
        (
            told == (fingerprint, record.digest, terms, record.seats, str(record.seed)),
            "the seal is this game's",
        ),
        (commitment_of(seal.secret) == seal.commitment, f"the secret fits the server's commitment {seal.commitment}"),
        (kept and seated, "every nonce is the one that its player has committed to"),
        (fingerprint == shown, f"all that was promised has the fingerprint {shown}"),
        (seed == record.seed, f"the seed {record.seed} comes from the secret and the players' nonces"),
    ]


def _promises_moment(seal: Seal) -> bool:
    """Whether the day and the hour are among what was promised."""
    try:
        return "moment" in json.loads(seal.terms)
    except (ValueError, TypeError, RecursionError):
        return False


def _notes(seal: Seal, record: Record, shown: str) -> list[str]:
    with_part = [name for name in record.seats if name in seal.commitments]
    without = [name for name in record.seats if name not in seal.commitments]
    notes = [f"players with a part in the shuffle: {', '.join(with_part)}"] if with_part else [SERVER_ONLY]
    if with_part and without:
        notes.append(
            f"without a part of their own, so that the server's secret stands for theirs: {', '.join(without)}"
        )
    notes += [
        f"start {number} was broken off: {', '.join(broken.silent)} had committed and did not reveal"
        for number, broken in enumerate(seal.broken, 1)
    ]
    if record.moment and not _promises_moment(seal):
        notes.append(NO_MOMENT)
    if not shown:
        notes.append(COMPARE)
    return notes


def _end(record: Record, choice: DeckChoice, web: ReplaySource) -> Check:
    try:
        check_number(web.engine)
        game = play_back(record, deck=deck_of(choice))
    except (RecordError, EngineFault, Refuse) as error:
        return False, f"the {len(record.moves)} moves can be played back: {first_line(error)}"
    end = f"won by {game.winner}" if game.winner else "over, won by nobody" if game.over else "not over"
    same = (game.winner, game.over) == (web.winner, web.over)
    return same, f"the {len(record.moves)} moves lead to the end that the file tells: {end}"
