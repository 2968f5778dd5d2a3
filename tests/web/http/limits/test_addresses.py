"""Whom a request is counted for: proxies are believed when they are named, and no one else."""

from __future__ import annotations

import logging

import pytest

import changeling as cl
from changeling.web.http.limits.addresses import Addresses, household, network_of


def asked(peer: str | None, *forwarded: str, proxies: tuple[str, ...] = ()) -> str:
    headers = [(b"x-forwarded-for", value.encode("latin-1")) for value in forwarded]
    return Addresses(proxies).of({"client": None if peer is None else (peer, 1), "headers": headers})


@pytest.mark.parametrize(
    ("text", "counted"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::9", "2001:db8:1:2::/64"),
        ("2001:db8:1:3::9", "2001:db8:1:3::/64"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("fe80::1%eth0", "fe80::/64"),
        ("", ""),
        ("testclient", "testclient"),
    ],
)
def test_an_ipv4_address_or_an_ipv6_household(text: str, counted: str) -> None:
    assert household(text) == counted


PROXY = ("127.0.0.1", "10.0.0.0/8", "2001:db8::/32")


@pytest.mark.parametrize(
    ("peer", "forwarded", "counted"),
    [
        ("192.0.2.7", ["198.51.100.1"], "192.0.2.7"),  # not a proxy of ours: what it says is nothing
        ("127.0.0.1", [], "127.0.0.1"),
        ("127.0.0.1", ["198.51.100.1"], "198.51.100.1"),
        ("127.0.0.1", ["1.1.1.1, 198.51.100.1"], "198.51.100.1"),  # the first was made up by the client
        ("127.0.0.1", ["1.1.1.1", "198.51.100.1, 10.1.2.3"], "198.51.100.1"),  # through two proxies of ours
        ("127.0.0.1", ["10.9.9.9, 10.1.2.3"], "10.9.9.9"),
        ("127.0.0.1", ["198.51.100.1:5555"], "198.51.100.1"),
        ("127.0.0.1", ["[2a00:1:2:3::4]:5555"], "2a00:1:2:3::/64"),
        ("127.0.0.1", ["unknown"], "127.0.0.1"),
        ("127.0.0.1", ["198.51.100.1, unknown"], "127.0.0.1"),
        ("127.0.0.1", ["198.51.100.1, \xff\xfe, 10.1.1.1"], "10.1.1.1"),
        ("2001:db8::1", ["198.51.100.1"], "198.51.100.1"),
        ("::ffff:127.0.0.1", ["198.51.100.1"], "198.51.100.1"),
        (None, ["198.51.100.1"], ""),
    ],
)
def test_only_proxies_that_are_named_are_believed(peer: str | None, forwarded: list[str], counted: str) -> None:
    assert asked(peer, *forwarded, proxies=PROXY) == counted
    assert asked(peer, *forwarded) == household(peer or "")


def test_a_proxy_that_was_not_named_is_told_of_once(caplog: pytest.LogCaptureFixture) -> None:
    addresses = Addresses()
    scope = {"client": ("127.0.0.1", 1), "headers": [(b"x-forwarded-for", b"198.51.100.1")]}
    with caplog.at_level(logging.WARNING):
        assert [addresses.of(scope) for _ in range(3)] == ["127.0.0.1"] * 3
    assert [record.getMessage() for record in caplog.records if "--proxy 127.0.0.1" in record.getMessage()] != []
    assert len(caplog.records) == 1


def test_what_is_no_network_is_said() -> None:
    assert str(network_of("10.1.2.3/8")) == "10.0.0.0/8"
    with pytest.raises(cl.ChangelingError, match=r"--proxy: 'proxy\.example' is no address"):
        network_of("proxy.example")
