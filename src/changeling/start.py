"""Where the command `changeling` begins: with somebody to answer Ctrl-C, before all that takes time is imported.

Neither this module nor the package imports more than it needs for that. An interrupt in the middle of an import may be
lost, or end in a traceback of whatever was being imported. So until a command begins, the process ends at once: nothing
was done by then.
"""

import os

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
    """Run the command line; gives the exit status."""
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
