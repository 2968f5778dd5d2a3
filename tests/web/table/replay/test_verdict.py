"""What `changeling verify` finds: honest files hold, and a server that cheats is found out."""

from __future__ import annotations

import asyncio
import json

from tests.web.served import Json
from tests.web.table.tables import gathered

from changeling.engine.version import ENGINE
from changeling.record.record import Record
from changeling.web.table.gathering.fair_shuffle import commitment_of, deal_of, fingerprint_of, promise_of, seed_of
from changeling.web.table.replay.verdict import COMPARE, NO_MOMENT, SERVER_ONLY, verify
from changeling.web.wire import messages as m
from changeling.web.wire.values import Arrangement, DeckChoice

HOST, GUEST = "aa" * 16, "bb" * 16


def a_file(deck: str = "family") -> Json:
    """The file of a game that has just begun."""

    async def main() -> Json:
        start = await gathered()
        assert await start.say("host", m.Arrange(Arrangement(deck=DeckChoice([deck])))) == ""
        await start.commit(host=HOST, guest=GUEST)
        await start.say("host", m.Start())
        await start.say("host", m.Reveal(HOST))
        await start.say("guest", m.Reveal(GUEST))
        file = start.file()
        start.table.close()
        return file

    return asyncio.run(main())


def ground(file: Json, *, promised_anew: bool) -> Json:
    """What a server hands out that chose the guest's nonce when it knew the host's, until the deal suited it."""
    seal = dict(file["web"]["seal"])
    record = Record.from_json(json.dumps(file))
    for tried in range(10_000):
        seal["nonces"] = {"host": HOST, "guest": f"{tried:032x}"}
        if promised_anew:
            seal["commitments"] = {name: promise_of(nonce) for name, nonce in seal["nonces"].items()}
            seal["fingerprint"] = fingerprint_of(
                seal["commitment"],
                record.digest,
                seal["terms"],
                record.seats,
                commitments=seal["commitments"],
                broken=[],
            )
        seed = deal_of(seal["fingerprint"], seal["secret"], record.seats, seal["nonces"])
        if seed % 100 == 0:  # a hand that suits
            seal["seed"] = str(seed)
            return {**file, "seed": seed, "web": {**file["web"], "seal": seal}}
    raise AssertionError("no seed suits")


def failed(file: Json, shown: str = "") -> list[str]:
    return [what for good, what in verify(json.dumps(file), shown).checks if not good]


def test_an_honest_file_holds_and_says_what_it_cannot_prove() -> None:
    file = a_file()
    shown = file["web"]["seal"]["fingerprint"]
    verdict = verify(json.dumps(file), shown)
    assert (verdict.holds, verdict.notes) == (True, ("players with a part in the shuffle: host, guest",))
    assert verify(json.dumps(file)).notes[-1] == COMPARE


def test_a_nonce_that_was_chosen_late_is_found_out() -> None:
    file = a_file()
    shown = file["web"]["seal"]["fingerprint"]
    assert failed(ground(file, promised_anew=False)) == ["every nonce is the one that its player has committed to"]
    # a file that was made up as a whole holds by itself, and not against what everybody's page was shown
    made_up = ground(file, promised_anew=True)
    assert failed(made_up) == []
    assert failed(made_up, shown) == [f"all that was promised has the fingerprint {shown}"]


def test_starts_that_were_broken_off_are_told_and_cannot_be_hidden() -> None:
    async def main() -> Json:
        start = await gathered()
        await start.commit(host=HOST, guest=GUEST)
        await start.say("host", m.Start())
        await start.say("host", m.Reveal(HOST))
        await start.time_passes()
        await start.commit(host="dd" * 16)
        await start.say("host", m.Reveal("dd" * 16))
        file = start.file()
        start.table.close()
        return file

    file = asyncio.run(main())
    verdict = verify(json.dumps(file))
    assert verdict.holds
    assert "start 1 was broken off: guest had committed and did not reveal" in verdict.notes
    hidden = {**file["web"]["seal"], "broken": []}
    assert failed({**file, "web": {**file["web"], "seal": hidden}})


def test_a_game_of_an_earlier_version_is_sealed_by_the_server_only() -> None:
    file = a_file()
    secret, record = "12" * 32, Record.from_json(json.dumps(file))
    seed = seed_of(secret, record.digest, record.seats, {"host": "01"})
    old = {"commitment": commitment_of(secret), "secret": secret, "nonces": {"host": "01"}}
    old |= {"digest": record.digest, "seats": list(record.seats), "seed": str(seed)}
    file = {**file, "seed": seed, "web": {**file["web"], "seal": old}}
    verdict = verify(json.dumps(file), commitment_of(secret))
    assert (verdict.holds, verdict.notes) == (True, (SERVER_ONLY,))
    assert failed(file, "00" * 32)


def sealed_with(file: Json, terms: str) -> Json:
    """A file whose start promised other terms."""
    record, seal = Record.from_json(json.dumps(file)), dict(file["web"]["seal"])
    seal["terms"] = terms
    seal["fingerprint"] = fingerprint_of(
        seal["commitment"], record.digest, terms, record.seats, commitments=seal["commitments"], broken=[]
    )
    seed = deal_of(seal["fingerprint"], seal["secret"], record.seats, seal["nonces"])
    return {**file, "seed": seed, "web": {**file["web"], "seal": {**seal, "seed": str(seed)}}}


def test_the_day_and_the_hour_are_promised_where_cards_ask_for_them() -> None:
    file = a_file("changeling-court")
    terms = json.loads(file["web"]["seal"]["terms"])
    assert terms["moment"] == file["moment"] != ""
    verdict = verify(json.dumps(file))
    assert verdict.holds
    assert NO_MOMENT not in verdict.notes
    assert "the seal is this game's" in failed({**file, "moment": "2001-01-01T00:00"})
    # a game of an earlier version, which promised none, still holds, and says so
    del terms["moment"]
    older = verify(json.dumps(sealed_with(file, json.dumps(terms, sort_keys=True, separators=(",", ":")))))
    assert older.holds
    assert NO_MOMENT in older.notes


def test_a_file_of_another_engine_is_not_played_back_as_if_it_were_of_this() -> None:
    file = a_file()
    assert file["web"]["engine"] == ENGINE
    (wrong,) = failed({**file, "web": {**file["web"], "engine": ENGINE + 1}})
    assert wrong == f"the 0 moves can be played back: played by engine {ENGINE + 1}; this is engine {ENGINE}"
