"""The part of docs/protocol.md that is made from the types: the schema of all messages."""

from __future__ import annotations

import json

from changeling.web.wire.messages import schema

BEGIN, END = "<!-- schema: begin -->", "<!-- schema: end -->"


def protocol_page(page: str) -> str:
    """The page with its schema as it is now; what people wrote stays."""
    before, _, rest = page.partition(BEGIN)
    after = rest.partition(END)[2]
    blocks = [
        f"### From the {side}\n\n```json\n{json.dumps(schema(side), indent=1, ensure_ascii=False)}\n```"
        for side in ("client", "server")
    ]
    return f"{before}{BEGIN}\n" + "\n\n".join(blocks) + f"\n{END}{after}"
