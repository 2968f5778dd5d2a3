"""The machine itself. Every module here is compiled by Numba and also runs as plain Python; nothing else lives here.

In all of them `d` is the deck as a Sheet, `t` the Table, and `base` where a frame begins on the table's stack. Compiled
code keeps no journal: there `journal.note` does nothing.
"""
