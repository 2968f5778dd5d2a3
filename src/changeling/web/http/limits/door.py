"""What stands between the network and the tables: who asks, how much they may ask for, and what they may have kept."""

from __future__ import annotations

from dataclasses import dataclass, field

from changeling.web.http.limits.addresses import Addresses
from changeling.web.http.limits.quotas import Quotas
from changeling.web.http.limits.rate_limits import AddressLimits
from changeling.web.http.limits.shared_counts import counts_of
from changeling.web.http.running.metrics import Meters
from changeling.web.http.running.siblings import Siblings
from changeling.web.table.registry import Registry


@dataclass(frozen=True, slots=True)
class Door:
    """Shared by the requests and the sockets of a server, so that they count together."""

    addresses: Addresses
    limits: AddressLimits
    quotas: Quotas
    meters: Meters = field(default_factory=Meters)

    @staticmethod
    def of(registry: Registry, siblings: Siblings | None = None) -> Door:
        """The door of a server, which counts together with the processes beside it."""
        settings = registry.settings
        limits = AddressLimits(settings, counts_of(siblings))
        return Door(Addresses(settings.proxies), limits, Quotas(registry.store, settings))
