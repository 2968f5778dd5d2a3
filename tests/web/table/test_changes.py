"""What happened in two steps, told as one."""

from __future__ import annotations

from changeling.web.storage.documents import Row
from changeling.web.table.changes import NOTHING_YET, Advance, Receipt
from changeling.web.table.clients import Client


async def no_state(client: Client) -> bytes:
    return b""


RECEIPT = Receipt(Client(no_state), 8, 3)
FIRST, SECOND = Row(0, "answer", "Ann", "play Milk"), Row(1, "answer", "Bob", "done", "bot")


def test_rows_and_receipts_keep_their_order_and_the_first_event_is_the_earlier_one() -> None:
    before = Advance(rows=(FIRST,), accepted=(RECEIPT,), first_event=4)
    both = before.then(Advance(rows=(SECOND,), overtaken=(RECEIPT,), first_event=6, window_changed=True))
    assert both == Advance(
        rows=(FIRST, SECOND), accepted=(RECEIPT,), overtaken=(RECEIPT,), first_event=4, window_changed=True
    )
    assert NOTHING_YET.then(before) == before


def test_a_noted_answer_is_said_only_as_long_as_its_window_is_open() -> None:
    noted = Advance(noted=RECEIPT)
    assert noted.then(Advance(first_event=5)).noted is RECEIPT
    assert noted.then(Advance(accepted=(RECEIPT,), window_changed=True)).noted is None
