"""What stands between the network and the tables: who asks, how much they may ask for, and what they may have kept."""

from __future__ import annotations

from dataclasses import dataclass, field

from changeling.web.http.limits.addresses import Addresses
from changeling.web.http.limits.quotas import Quotas
from changeling.web.http.limits.rate_limits import AddressLimits
from changeling.web.http.running.metrics import Meters
from changeling.web.table.registry import Registry


@dataclass(frozen=True, slots=True)
class Door:
    """Shared by the requests and the sockets of a server, so that they count together."""

    addresses: Addresses
    limits: AddressLimits
    quotas: Quotas
    meters: Meters = field(default_factory=Meters)

    @staticmethod
    def of(registry: Registry) -> Door:
        """The door of a server."""
        settings = registry.settings
        return Door(Addresses(settings.proxies), AddressLimits(settings), Quotas(registry.store, settings))
