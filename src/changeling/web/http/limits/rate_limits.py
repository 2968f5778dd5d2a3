"""How often somebody may ask for something: by client for messages, by address for all that it asks for."""

from __future__ import annotations

import contextlib
import math
import time
from collections import Counter, OrderedDict
from collections.abc import Iterator
from dataclasses import dataclass

from changeling.web.settings import Settings
from changeling.web.wire.errors import Refuse

MOST_ADDRESSES = 10_000  # that are remembered; beyond, the one that asked longest ago is forgotten first

# What is asked for, in units. A request's own cost is in its row of the routes.
SOCKET, MESSAGE, COSTLY_MESSAGE = 4, 1, 4
GUESSES, GUESS_EVERY = 12, 10.0  # codes that an address may try at once, and seconds until it may try another
BYTES_A_UNIT = 16 * 1024  # of a body, besides
UNFINISHED = 8 * 1024 * 1024  # bytes of bodies that are not complete, of one address: four of the largest
CHEAP, RESERVE = 5, 0.1  # the last tenth is for what costs little: a game goes on when its address brings too much


@dataclass(slots=True)
class Allowance:
    """How much may be done: `burst` at once, and `rate` a second in the long run."""

    rate: float
    burst: float
    left: float = -1.0
    looked: float = 0.0

    def spend(self, now: float | None = None, cost: float = 1.0, reserve: float = 0.0) -> bool:
        """Do something of that cost, if so much and the reserve are left. Where that is over `burst`, all has to be."""
        now = time.monotonic() if now is None else now
        if self.left < 0:
            self.left, self.looked = self.burst, now
        self.left = min(self.burst, self.left + (now - self.looked) * self.rate)
        self.looked = now
        if self.left < min(cost + reserve, self.burst):
            return False
        self.left = max(0.0, self.left - cost)
        return True

    def wait(self, needed: float) -> float:
        """In how many seconds so much is left, as of the last look."""
        return max(0.0, (min(needed, self.burst) - self.left) / self.rate)


class Budgets:
    """An allowance for each address, of which a tenth is for what costs little.

    Those that are whole again are forgotten, and there are never too many.
    """

    def __init__(self, rate: float, burst: float, most: int = MOST_ADDRESSES) -> None:
        self._rate, self._burst, self._most = rate, burst, most
        self._known: OrderedDict[str, Allowance] = OrderedDict()  # the one that asked longest ago is the first

    def __len__(self) -> int:
        return len(self._known)

    def spend(self, address: str, cost: float, now: float | None = None) -> float:
        """Spend for an address; gives zero, or in how many seconds it could be done."""
        now = time.monotonic() if now is None else now
        allowance = self._allowance(address, now)
        reserve = self._burst * RESERVE if cost > CHEAP else 0.0
        spent = allowance.spend(now, cost, reserve)
        self._keep(address, allowance)
        return 0.0 if spent else allowance.wait(cost + reserve)

    def _allowance(self, address: str, now: float) -> Allowance:
        """What an address may do."""
        allowance = self._known.get(address)
        if allowance is None:
            allowance = self._known[address] = Allowance(self._rate, self._burst)
        self._known.move_to_end(address)
        self._forget(now)
        return allowance

    def _keep(self, address: str, allowance: Allowance) -> None:
        """Remember what an address has spent: here that is the allowance itself."""

    def _forget(self, now: float) -> None:
        """Forget two at most, so that no request pays for all: that is more than come. Who asks is last, and stays."""
        for _ in range(min(2, len(self._known) - 1)):
            first = next(iter(self._known.values()))
            if len(self._known) <= self._most and (first.left < 0 or now - first.looked < self._burst / self._rate):
                return
            self._known.popitem(last=False)


class OpenSockets:
    """How many sockets each address has open; only those that have one are remembered."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._open: dict[str, int] = {}

    def __len__(self) -> int:
        return len(self._open)

    @contextlib.contextmanager
    def counted(self, address: str) -> Iterator[None]:
        """A socket that is open. Raises Refuse when that is one too many."""
        if self._most and self._open.get(address, 0) + self._elsewhere(address) >= self._most:
            text = f"{self._most} connections are open from your address already; close one and try again"
            raise Refuse("socket/too-many", text, status=429)
        self._open[address] = self._open.get(address, 0) + 1
        self._note(address)
        try:
            yield
        finally:
            self._open[address] -= 1
            if not self._open[address]:
                del self._open[address]
            self._note(address)

    def _elsewhere(self, address: str) -> int:
        """How many an address has open at other processes that count along with this one."""
        return 0

    def _note(self, address: str) -> None:
        """Tell them how many it has open here."""


class Counts:
    """Where is counted what addresses ask for: in this process, which is the only one."""

    def budgets(self, name: str, rate: float, burst: float) -> Budgets:
        """Allowances for addresses, under a name."""
        return Budgets(rate, burst)

    def sockets(self, name: str, most: int) -> OpenSockets:
        """Open sockets of addresses, under a name."""
        return OpenSockets(most)


class BodyBytes:
    """The bytes of a body that is not complete, on the account of an address."""

    def __init__(self, unfinished: Counter[str], address: str, most: int) -> None:
        self._unfinished, self._address, self._most = unfinished, address, most
        self.bytes = 0

    def take(self, count: int) -> None:
        """So many more have come. Raises Refuse where the address has too many, of all its bodies together."""
        self.bytes += count
        self._unfinished[self._address] += count
        if self._most and self._unfinished[self._address] > self._most:
            text = "too much is being sent from your address at the same time; send one after the other"
            raise Refuse("body/too-many", text, status=429, retry=1)

    def release(self) -> None:
        """The body is complete, or given up."""
        self._unfinished[self._address] -= self.bytes
        if not self._unfinished[self._address]:
            del self._unfinished[self._address]


class AddressLimits:
    """What addresses may ask for, all ways of asking together. Nothing is limited where the settings say so."""

    def __init__(self, settings: Settings, counts: Counts | None = None) -> None:
        self._on, limits, counts = settings.rates, settings.limits, counts or Counts()
        self._budgets = counts.budgets("asked", limits.rate, limits.burst)
        self._sockets = counts.sockets("sockets", limits.sockets)
        self._guesses = counts.budgets("guesses", 1.0 / GUESS_EVERY, GUESSES)
        self._unfinished = Counter[str]()  # bytes of bodies that are not complete, by address

    def spend(self, address: str, cost: float, code: str = "rate/too-fast") -> None:
        """Spend for an address. Raises Refuse that says when to try again."""
        seconds = self._budgets.spend(address, cost) if self._on else 0.0
        if seconds:
            wait = math.ceil(seconds)
            text = f"too much was asked for from your address; try again in {counted(wait, 'second')}"
            raise Refuse(code, text, status=429, retry=wait)

    def guess(self, address: str) -> None:
        """Try a code from an address. Raises Refuse when that was tried too often; right ones count too."""
        seconds = self._guesses.spend(address, 1.0) if self._on else 0.0
        if seconds:
            wait = math.ceil(seconds)
            text = f"too many codes were tried from your address; try again in {counted(wait, 'second')}"
            raise Refuse("code/too-often", text, status=429, retry=wait)

    @contextlib.contextmanager
    def body(self, address: str) -> Iterator[BodyBytes]:
        """A body that is being read; its bytes count until it is complete."""
        held = BodyBytes(self._unfinished, address, UNFINISHED if self._on else 0)
        try:
            yield held
        finally:
            held.release()

    def socket(self, address: str) -> contextlib.AbstractContextManager[None]:
        """A socket that is open. Entering it raises Refuse when that is one too many."""
        return self._sockets.counted(address) if self._on else contextlib.nullcontext()


def counted(number: int, thing: str) -> str:
    """A number of things in words."""
    return f"{number:,} {thing}{'s' if number != 1 else ''}"
