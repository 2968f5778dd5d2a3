"""What is seen of a game as it stands: the question, views, events, and reasons. Each is made when somebody asks."""

from __future__ import annotations

from weakref import ref

from changeling.cards.codes import NONE
from changeling.engine.seen.events import Event, events_of
from changeling.engine.seen.late import is_late, make
from changeling.engine.seen.questions.decision import Decision, Options, about_to_change, late_decision
from changeling.engine.seen.reasons.reason import Inquiry
from changeling.engine.seen.standing import Standing
from changeling.engine.seen.view import View, late_view
from changeling.errors import AnswerError, ChangelingError
from changeling.play.course import Course


class Looking:
    """Looks at a game; whoever changes it calls `about_to_change` first, because views that were handed out
    go on showing the table as it stood."""

    __slots__ = ("_asked", "_lent", "_options", "course")

    def __init__(self, course: Course) -> None:
        self.course = course
        self._options: Options = {}  # those of earlier questions
        self._asked: Decision | None = None  # the pending question, once somebody wanted to see it
        self._lent: ref[Standing] | None = None  # the table as views of this moment read it, as long as there are any

    def about_to_change(self) -> None:
        """The table is about to change: whoever looks at it goes on seeing it as it stands."""
        self.keep_views()
        asked, self._asked = self._asked, None
        if asked is not None and is_late(asked):
            held = ref(asked)
            del asked
            still = held()
            if still is not None:  # somebody has it
                self._keep_readable(still)

    def keep_views(self) -> None:
        """The same for views alone: somebody may be about to change the table by hand."""
        if self._lent is not None:
            standing = self._lent()
            if standing is not None:
                standing.about_to_change(self.course.machines.keep_table)
            self._lent = None

    def _keep_readable(self, decision: Decision) -> None:
        """A question that somebody holds can be read later, and says what it says now."""
        keep = self.course.machines.keep_table
        if keep is None:
            make(decision)
        else:
            about_to_change(decision, keep)

    def forget_names(self) -> None:
        """The players may be others from now on."""
        self._options = {}

    def copy_for(self, course: Course) -> Looking:
        """The same look at a copy of the game."""
        other = Looking(course)
        other._asked, other._options = self._asked, self._options  # both may add to them
        return other

    @property
    def decision(self) -> Decision:
        """The pending question. Raises AnswerError when the game is over."""
        if self._asked is None:
            course = self.course
            look = course.machines.look
            if look.asked == NONE:
                raise AnswerError("the game is over: nobody is asked anything")
            codes = course.machines.codes()
            self._asked = late_decision(course.deck, look, course.seats, codes, self._options)
        return self._asked

    def view(self, place: int) -> View:
        """What a seat may see."""
        course = self.course
        machines = course.machines
        standing = None if self._lent is None else self._lent()
        if standing is None:
            standing = Standing(machines.sheet, lambda: machines.look)
            self._lent = ref(standing)
        decision = self.decision if machines.look.asked == place else None
        return late_view(course.deck, standing, course.seats, place, decision)

    def events(self, since: int = 0, told_to: int | None = None) -> tuple[Event, ...]:
        """What happened from event number `since` on: all of it, or what a seat could see."""
        course = self.course
        return events_of(course.deck, course.seats, course.machines.told()[since:], since, told_to=told_to)

    def inquiry(self) -> Inquiry:
        """What reasons are found from."""
        machines = self.course.machines
        return Inquiry(machines.deck, machines.sheet, machines.table.copy(), tuple(self.course.seats), machines.told())

    def seat(self, name: str) -> int:
        """The place of a player. Raises ChangelingError that says who there is."""
        seats = self.course.seats
        if name not in seats:
            raise ChangelingError(f"'{name}' is not a seat; the seats are {', '.join(seats)}")
        return seats.index(name)
