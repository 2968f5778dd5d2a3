"""Who asks: the address that requests and sockets are counted for, seen through the proxies that are trusted."""

from __future__ import annotations

import ipaddress
import logging
from collections.abc import Iterable

from starlette.types import Scope

from changeling.errors import ChangelingError

log = logging.getLogger("changeling.web")
NOBODY = ""  # where the connection has no address, such as a Unix socket's
HOUSEHOLD = 64  # bits of an IPv6 address: one customer of a provider has all the rest
_Address = ipaddress.IPv4Address | ipaddress.IPv6Address
_Network = ipaddress.IPv4Network | ipaddress.IPv6Network


class Addresses:
    """Finds the address behind a request. Only trusted proxies are believed when they say for whom they ask."""

    def __init__(self, proxies: Iterable[str] = ()) -> None:
        self._trusted = [network_of(proxy) for proxy in proxies]
        self._warned = False

    def of(self, scope: Scope) -> str:
        """The address to count for: an IPv4 address, or the network of an IPv6 address."""
        return household(self.exactly(scope))

    def exactly(self, scope: Scope) -> str:
        """The address of who asks, as the connection or the proxy says it."""
        peer = str(scope["client"][0]) if scope.get("client") else NOBODY
        said = [value.decode("latin-1") for key, value in scope["headers"] if key == b"x-forwarded-for"]
        if not self.trusts(peer):
            if said:
                self._warn(peer)
            return peer
        # Each proxy adds whom it was asked by at the end, so what trusted ones wrote is read from there.
        for hop in reversed([hop.strip() for value in said for hop in value.split(",")]):
            if read_address(hop) is None:
                break
            peer = hop
            if not self.trusts(hop):
                break
        return peer

    def asker(self, scope: Scope) -> str | None:
        """The address of whom proxies ask for; None where they are not trusted, or say nothing that can be read.

        What is counted may count for a proxy where that is so; what is shown to few may not be shown then."""
        peer = str(scope["client"][0]) if scope.get("client") else NOBODY
        said = [value.decode("latin-1") for key, value in scope["headers"] if key == b"x-forwarded-for"]
        hops = [hop.strip() for value in said for hop in value.split(",")]
        if not hops or not self.trusts(peer):
            return None
        for hop in reversed(hops):
            if read_address(hop) is None:
                return None
            peer = hop
            if not self.trusts(hop):
                break
        return peer

    def trusts(self, address: str) -> bool:
        """Whether this is the address of a proxy that was named."""
        found = read_address(address)
        return found is not None and any(found in network for network in self._trusted)

    def _warn(self, peer: str) -> None:
        """Tell the operator once of a proxy that was not named: everybody behind it would share one allowance."""
        found = read_address(peer)
        if not self._warned and not self._trusted and found is not None and found.is_loopback:
            self._warned = True
            log.warning("requests come through a proxy at %s: all count as one address without --proxy %s", peer, peer)


def network_of(text: str, option: str = "--proxy") -> _Network:
    """A network, or an address as one. Raises ChangelingError for what is neither."""
    try:
        return ipaddress.ip_network(text.strip(), strict=False)
    except ValueError as error:
        raise ChangelingError(f"{option}: '{text}' is no address and no network such as 10.0.0.0/8") from error


def household(text: str) -> str:
    """What is counted as one address; text that is none counts as it stands."""
    found = read_address(text)
    if isinstance(found, ipaddress.IPv6Address):
        return str(ipaddress.ip_network((int(found), HOUSEHOLD), strict=False))
    return str(found) if found is not None else text[:40]


def read_address(text: str) -> _Address | None:
    """An address as proxies write it: plain, in brackets, or with a port; an IPv4 address within IPv6 as itself."""
    if text.startswith("["):
        text = text[1:].partition("]")[0]
    elif text.count(":") == 1:
        text = text.partition(":")[0]
    try:
        found = ipaddress.ip_address(text.partition("%")[0])
    except ValueError:
        return None
    mapped = found.ipv4_mapped if isinstance(found, ipaddress.IPv6Address) else None
    return mapped or found
