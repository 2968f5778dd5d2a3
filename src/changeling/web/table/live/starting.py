"""The start of a game: what is promised is fixed, the players reveal their nonces, and the game begins.

Who has committed to a nonce and does not reveal it breaks the start off. It is tried again with a new secret and new
commitments, without that player's part, and everybody sees that this has happened.
"""

from __future__ import annotations

import time
from copy import deepcopy

from changeling.cards.deck import Deck
from changeling.record.record import Record
from changeling.web.storage.codes import drop_codes
from changeling.web.storage.documents import GameDocument, SeatDocument, ShuffleDocument, TableDocument
from changeling.web.table.alarm import Alarm, Wake
from changeling.web.table.changes import NOTHING_YET, Change
from changeling.web.table.gathering import lobby as lobbies
from changeling.web.table.gathering.fair_shuffle import (
    commitment_of,
    deal_of,
    draw_secret,
    fingerprint_of,
    promise_of,
    terms_of,
)
from changeling.web.table.live.kept_games import begin_statements
from changeling.web.table.written.game_log import first_record, moment_for
from changeling.web.wire.errors import Refuse
from changeling.web.wire.values import BrokenStart, PersonInfo


# --- what players do --------------------------------------------------------------------------------------------------
def commit(document: TableDocument, deck: Deck, seat: SeatDocument, commitment: str) -> None:
    """A player promises a nonce. Raises Refuse when it is too late for that, or the player is out of this start."""
    shuffle = document.shuffle
    if shuffle is None:
        seat.commitment = commitment
        return
    if shuffle.stage != "commit" or seat.name not in shuffle.people:
        raise Refuse("commit/late", "the commitments of this start are fixed; yours is not among them")
    shuffle.commitments[seat.name] = commitment
    if len(shuffle.commitments) == len(shuffle.people):
        fix(document, deck, shuffle.commitments)


def reveal(document: TableDocument, name: str, nonce: str) -> None:
    """A player shows the nonce. Raises Refuse when none is asked for, or when it is not the one that was promised."""
    shuffle = document.shuffle
    if shuffle is None or shuffle.stage != "reveal" or name not in shuffle.commitments:
        raise Refuse("reveal/not-asked", "no nonce of yours is asked for now")
    if promise_of(nonce) != shuffle.commitments[name]:
        raise Refuse("reveal/other", "this is not the nonce that you have committed to")
    shuffle.nonces[name] = nonce


# --- what follows from it ---------------------------------------------------------------------------------------------
def fix(document: TableDocument, deck: Deck, commitments: dict[str, str]) -> None:
    """From here on everything is promised: the server's secret, what is played, by whom, and these players' nonces."""
    record = _record_of(document, deck, moment_for(deck))
    broken = document.shuffle.broken if document.shuffle else []
    shuffle = ShuffleDocument(
        "reveal", list(commitments), commitments, terms=terms_of(record), broken=broken, moment=record.moment
    )
    shuffle.fingerprint = fingerprint_of(
        commitment_of(document.secret),
        record.digest,
        shuffle.terms,
        record.seats,
        commitments=commitments,
        broken=broken,
    )
    document.shuffle = shuffle


def go_on(document: TableDocument, deck: Deck) -> Change:
    """The time is up: go on without those who did not commit, or break off without those who did not reveal."""
    document = deepcopy(document)
    shuffle = document.shuffle
    if shuffle is None or not lobbies.is_starting(document):
        return Change(advance=NOTHING_YET)
    if shuffle.stage == "commit":
        fix(document, deck, shuffle.commitments)
    else:
        silent = [name for name in shuffle.people if name not in shuffle.nonces]
        broken = [*shuffle.broken, BrokenStart(shuffle.fingerprint, silent)]
        document.secret = draw_secret()
        document.shuffle = ShuffleDocument("commit", list(shuffle.nonces), broken=broken)
        if not shuffle.nonces:
            fix(document, deck, {})
    return change_to(document, deck)


def change_to(document: TableDocument, deck: Deck) -> Change:
    """What comes of a new document: the game begins if nobody has to be waited for any more."""
    shuffle = document.shuffle
    if shuffle is None or shuffle.stage != "reveal" or len(shuffle.nonces) < len(shuffle.commitments):
        return Change(document=document, show="lobby")
    seed = deal_of(shuffle.fingerprint, document.secret, _names(document), shuffle.nonces)
    record = _record_of(document, deck, shuffle.moment or moment_for(deck), seed)  # earlier versions promised none
    shuffle.stage = "done"
    game = GameDocument(
        lobbies.draw_id(),
        document.id,
        time.time(),
        document.deck,
        record.to_json(),
        document.secret,
        shuffle=shuffle,
    )
    document.phase, document.game, document.ended = "playing", game.id, None
    return Change(
        document=document,
        begins=game,
        advance=NOTHING_YET,
        statements=(*begin_statements(game, deck, record), drop_codes(document.id)),
        show="everything",
    )


def _names(document: TableDocument) -> list[str]:
    return [seat.name for seat in document.seats]


def _record_of(document: TableDocument, deck: Deck, moment: str, seed: int = 0) -> Record:
    """The game that is arranged; before its seed is known, with another."""
    names = _names(document)
    return first_record(
        deck,
        seats=names,
        seed=seed,
        meta=lobbies.in_force(document),
        first=None if document.first is None else names[document.first],
        holiday=document.holiday,
        moment=moment,
        people={seat.name: seat.person for seat in document.seats if seat.person != PersonInfo()},
    )


class StartTimer:
    """Wakes a table when players had long enough to commit or to reveal. It does not run while nobody is there."""

    def __init__(self, wake: Wake, patience: float) -> None:
        self._alarm, self._patience = Alarm(wake), patience
        self._stage: tuple[int, int, str] | None = None  # which it runs for: round, attempt, stage
        self._until = 0.0

    def plan(self, document: TableDocument, now: float, *, anybody: bool) -> None:
        """Run for the stage that the table is in, if players are waited for."""
        stage = _stage_of(document) if anybody else None
        if stage != self._stage:
            self._alarm.stop()
            self._stage = stage
            if stage is not None:
                self._until = now + self._patience
                self._alarm.set(self._until)

    def is_up(self, document: TableDocument, now: float) -> bool:
        """Whether players had long enough."""
        return self._stage is not None and self._stage == _stage_of(document) and now >= self._until

    def stop(self) -> None:
        """Do not wake the table any more."""
        self._alarm.stop()
        self._stage = None


def _stage_of(document: TableDocument) -> tuple[int, int, str] | None:
    shuffle = document.shuffle if lobbies.is_starting(document) else None
    return (document.round, len(shuffle.broken), shuffle.stage) if shuffle else None
