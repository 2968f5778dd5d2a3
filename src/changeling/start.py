"""Where the command `changeling` begins: with somebody to answer Ctrl-C, before all that takes time is imported.

Neither this module nor the package imports more than it needs for that. An interrupt in the middle of an import may be
lost, or end in a traceback of whatever was being imported. So until a command begins, the process ends at once: nothing
was done by then.
"""

import os

SAFE_PATH = "PYTHONSAFEPATH"  # tells Python not to import from the folder that it was started in
INTERRUPTED = 130  # the exit status of a command that Ctrl-C has ended
_NOTHING = b"changeling: stopped before anything was done.\n"
_STOPPED = b"changeling: stopped.\n"


def _leave(*_: object) -> None:
    """End the process, whatever it is at."""
    try:
        os.write(2, _NOTHING)
    finally:
        os._exit(INTERRUPTED)


try:
    import signal  # a tenth of what comes, and already enough to be hit
except KeyboardInterrupt:
    _leave()


def main() -> int:
    """Run the command line; gives the exit status.

    Processes that it starts do not import from the folder that one is in, any more than it does itself: there may be a
    `types.py` of a person's own, or of somebody else's.
    """
    os.environ.setdefault(SAFE_PATH, "1")
    if signal.getsignal(signal.SIGINT) is not signal.default_int_handler:  # it is ignored, as after nohup
        from changeling import cli

        return cli.main()
    signal.signal(signal.SIGINT, _leave)
    from changeling import cli

    try:
        return cli.main(begins=lambda: signal.signal(signal.SIGINT, signal.default_int_handler))
    except KeyboardInterrupt:  # another one, while the first was being answered
        os.write(2, _STOPPED)
        return INTERRUPTED
    finally:
        signal.signal(signal.SIGINT, signal.SIG_DFL)  # what is left is the interpreter's own end
