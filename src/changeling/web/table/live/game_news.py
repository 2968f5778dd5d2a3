"""How a game went on, as its clients are sent it: at once to who is asked, to all others a few times a second.

Each update says all that a client sees now, and what has happened since the last one. So where answers follow one
another fast, as those of bots and programs do, most clients need only some of the updates: what people see in a
twentieth of a second is all the same to them. How far everybody is with the Goals is read more slowly, and told less
often.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

import msgspec

from changeling.engine.seen.reasons.progress import Progress
from changeling.engine.seen.reasons.progress_key import Key
from changeling.play.game import Game
from changeling.web.table.changes import Moment
from changeling.web.table.clients import Client
from changeling.web.table.game.game_loop import GameLoop
from changeling.web.table.game.render import Scenes, StandingTexts, Telling, heard_by
from changeling.web.table.game.texts import GameTexts

MOST_PUT_OFF = 100  # events that somebody has not been told; with more, nobody waits
NOTHING = b"null"
_encode = msgspec.json.Encoder().encode


class GameNews:
    """Makes the updates of one table. `every`: who is not asked anything is sent at most one in so many seconds;
    `standings_every`: how far everybody is with the Goals is told at most once in so many.

    What is the same for several clients, or was sent already and has not changed, is made once.
    """

    def __init__(self, every: float, standings_every: float) -> None:
        self._every, self._standings_every = every, standings_every
        self._of: Game | None = None  # of which clients were told last
        self._at = (0, 0)  # the next row, and the number of events, that `_public` is of
        self._public = NOTHING
        self._told: list[Telling[bytes]] = []  # the last events, as they are sent,
        self._told_from = 0  # from this number on
        self._progress: list[Progress] = []  # of the last state that was looked at,
        self._progress_of: tuple[Game | None, int, int] = (None, 0, 0)  # by the next row and the number of events,
        self._progress_by: Key | None = None  # and all that it was worked out from, where that is known
        self._standings_at = -1.0  # when clients were last sent how far everybody is
        self._standings_of: list[Progress] = []  # how far everybody is, as it was told last,
        self._standings: dict[str, bytes] = {}  # and how each reader is told so,
        self._standing_texts = StandingTexts()  # made of what readers were told before
        self._texts: GameTexts | None = None  # for the players of the game

    def use(self, scenes: Scenes) -> None:
        """Show games of this deck from now on."""
        self.scenes = scenes
        self._of = self._progress_by = self._texts = None

    def is_of(self, game: Game) -> bool:
        """Whether clients were told of this game, as far as they were told of any."""
        return self._of is game

    # --- who is sent what ---------------------------------------------------------------------------------------------
    def send(
        self, seq: int, loop: GameLoop, clients: Collection[Client], moment: Moment, first_event: int
    ) -> float | None:
        """Send how the game went on: to who is asked something now, to who was sent nothing for a while, and to all
        with how far everybody is, where that is due. Gives in how many seconds `send_rest` is to send what is left."""
        self._look_at(loop.log.game, clients)
        questions = asked_of(loop, clients, moment)
        with_standings = loop.over or self._standings_in(moment) <= 0
        long_ago, happened = moment.now - self._every, loop.log.happened
        due, oldest = list[Client](), happened
        for client in clients:
            if client.untold is None:
                client.untold = first_event
            oldest = min(oldest, client.untold)
            late = client.shown_at <= long_ago or client.untold < happened - MOST_PUT_OFF
            if client.place in questions or late or with_standings:
                due.append(client)
        if due:
            self._keep_events(loop, oldest)
            self._send(seq, loop, due, moment, questions, with_standings=with_standings)
        if len(due) < len(clients):
            return self._every
        return None if with_standings else self._standings_in(moment)

    def send_rest(self, seq: int, loop: GameLoop, clients: Iterable[Client], moment: Moment) -> float | None:
        """Send everybody what they were not sent yet; how far everybody is only where that is due. Gives in how many
        seconds it will be, where somebody waits for that."""
        if self._of is not loop.log.game:
            return None
        with_standings = self._standings_in(moment) <= 0
        waiting = [client for client in clients if client.untold is not None]
        if waiting:
            self._keep_events(loop, min(since(client) for client in waiting))
            self._send(seq, loop, waiting, moment, asked_of(loop, waiting, moment), with_standings=with_standings)
        needing = [client for client in clients if client.needs_standings]
        if needing and not with_standings:
            return self._standings_in(moment)
        if needing:
            self._tell_standings(loop, moment.now)
        for client in needing:
            client.needs_standings = False
            if self._tells_standings(self._of, client):
                client.send(b'{"type":"standings","seq":%d,"standings":%b}' % (seq, client.standings))
        return None

    def _standings_in(self, moment: Moment) -> float:
        """In how many seconds it is due to be told how far everybody is; not above 0: now."""
        return self._standings_at + self._standings_every - moment.now

    def _look_at(self, game: Game, clients: Iterable[Client]) -> None:
        """Nobody was told anything of another game than the last one."""
        if self._of is game:
            return
        self._of, self._at = game, (-1, 0)
        self._told, self._told_from = [], 0
        for client in clients:
            client.untold, client.standings = None, b""

    # --- what it is ---------------------------------------------------------------------------------------------------
    def _send(
        self,
        seq: int,
        loop: GameLoop,
        clients: Sequence[Client],
        moment: Moment,
        questions: dict[int | None, bytes],
        *,
        with_standings: bool,
    ) -> None:
        """Send these clients an update, each from the first event on that it was not told."""
        game = loop.log.game
        own = self._texts_of(game).own(game, places_of(clients))
        pause, told = loop.pause(moment), self._told
        begins = b'{"type":"update","seq":%d,"public":%b,"own":' % (seq, self._public_text(loop))
        middle = b',"pause":%b,"events":[' % (NOTHING if pause is None else _encode(pause))
        if with_standings:
            self._tell_standings(loop, moment.now)
        made: dict[tuple[int | None, int, bool], bytes] = {}
        for client in clients:
            place, first = client.place, since(client)
            tells = with_standings and self._tells_standings(game, client)
            text = made.get((place, first, tells))
            if text is None:
                parts = (
                    begins,
                    NOTHING if place is None else own[place],
                    b',"question":',
                    questions.get(place, NOTHING),
                    middle,
                    b",".join(heard_by(told[first - self._told_from :], place)),
                    b'],"standings":',
                    client.standings if tells else NOTHING,
                    b"}",
                )
                text = made[place, first, tells] = b"".join(parts)
            client.send(text)
            client.untold, client.shown_at, client.needs_standings = None, moment.now, not with_standings

    def _texts_of(self, game: Game) -> GameTexts:
        """What is sent of this game."""
        if self._texts is None or not self._texts.fit(game):
            self._texts = GameTexts(game.deck, game.seats)
        return self._texts

    def _public_text(self, loop: GameLoop) -> bytes:
        """What everybody sees."""
        at = (loop.log.next_row, loop.log.happened)
        if self._at != at:
            self._at, self._public = at, self._texts_of(loop.log.game).public(loop.log.game)
        return self._public

    def _keep_events(self, loop: GameLoop, first: int) -> None:
        """Have what has happened as it is sent, from that number on: nobody has to be told of anything before it."""
        if not self._told_from <= first <= self._told_from + len(self._told):
            self._told.clear()
        del self._told[: first - self._told_from]
        self._told_from = first
        self._told += self._texts_of(loop.log.game).tellings(loop.log.game, first + len(self._told))

    def progress(self, loop: GameLoop) -> list[Progress]:
        """How far everybody is with the Goals in play: worked out once for each state of the game, for all clients."""
        game = loop.log.game
        of = (game, loop.log.next_row, loop.log.happened)
        if self._progress_of != of:
            key = self.scenes.progress_key(game)
            if key is None or key != self._progress_by:
                self._progress = self.scenes.progress(game)
            self._progress_of, self._progress_by = of, key
        return self._progress

    def _tell_standings(self, loop: GameLoop, now: float) -> None:
        """Tell from now on how far everybody is at present; anew only where something has changed."""
        self._standings_at, progress = now, self.progress(loop)
        if progress is not self._standings_of and progress != self._standings_of:
            self._standings_of, self._standings = progress, {}

    def _tells_standings(self, game: Game, client: Client) -> bool:
        """Note how far everybody is as one client reads it; gives whether that is to be sent: it was told otherwise."""
        reader = "" if client.place is None else game.seats[client.place]
        if reader not in self._standings:
            self._standings[reader] = self._standing_texts.of(self._standings_of, reader)
        before, client.standings = client.standings, self._standings[reader]
        return before != client.standings


def since(client: Client) -> int:
    """The first event that a client who is sent an update was not told."""
    assert client.untold is not None
    return client.untold


def asked_of(loop: GameLoop, clients: Iterable[Client], moment: Moment) -> dict[int | None, bytes]:
    """What these clients are asked now, as it is sent, by place; each place that is asked something."""
    places = places_of(clients)
    if loop.window is None:
        places &= {loop.log.game.standing.asked}  # outside of windows nobody else can be
    found: dict[int | None, bytes] = {}
    for place in places:
        question = loop.question(place, moment)
        if question is not None:
            found[place] = _encode(question)
    return found


def places_of(clients: Iterable[Client]) -> set[int]:
    """Where these clients sit, but for those who look on."""
    return {client.place for client in clients if client.place is not None}
