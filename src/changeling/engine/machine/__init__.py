"""The machine itself. Every module here is compiled (`engine.native`) and also runs as plain Python; nothing
else lives here.

The loop carries out instructions (`loop`, `dispatch`) on zones of cards and a stack of frames (`zones`, `frames`). What
lies between has rooms of its own, each of which knows only those below it: `choices`, `checks`, `effects`, `turn`,
`rules`, `values`, `board`.

In all of them `d` is the deck as a Sheet, `t` the Table, and `base` where a frame begins on the table's stack. In whole
compiled games `journal.note` does nothing; where a `Game` is compiled it writes rows (`journal_rows`).
"""
