"""How often somebody may ask for something: by client for messages, by address for requests."""

from __future__ import annotations

import time
from collections import OrderedDict
from dataclasses import dataclass

from starlette.requests import Request

from changeling.web.settings import Settings
from changeling.web.wire.errors import Refuse

MOST_ADDRESSES = 4096  # whose requests are counted; the one that asked longest ago is forgotten first


@dataclass(slots=True)
class Allowance:
    """How often something may be done: `burst` times at once, and `rate` times a second in the long run."""

    rate: float
    burst: float
    left: float = -1.0
    looked: float = 0.0

    def spend(self, now: float | None = None) -> bool:
        """Do it once, if it may be done."""
        now = time.monotonic() if now is None else now
        if self.left < 0:
            self.left, self.looked = self.burst, now
        self.left = min(self.burst, self.left + (now - self.looked) * self.rate)
        self.looked = now
        if self.left < 1:
            return False
        self.left -= 1
        return True


class RequestLimits:
    """Counts requests by address; those that change something have a smaller allowance of their own."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._cheap: OrderedDict[str, Allowance] = OrderedDict()
        self._costly: OrderedDict[str, Allowance] = OrderedDict()

    def spend(self, request: Request, *, costly: bool) -> None:
        """Count a request. Raises Refuse when that is one too many."""
        if not self._settings.rates:
            return
        known, rate, burst = (self._costly, 1.0, 40.0) if costly else (self._cheap, 20.0, 200.0)
        address = request.client.host if request.client else ""
        allowance = known.setdefault(address, Allowance(rate, burst))
        known.move_to_end(address)
        if len(known) > MOST_ADDRESSES:
            known.popitem(last=False)
        if not allowance.spend():
            raise Refuse("rate/too-fast", "too many requests; wait a little", status=429)
