"""One worker process, as the server sees it. Its methods block: they are called in threads that may wait."""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
import threading
from pathlib import Path

import changeling
from changeling.web.workers import frames
from changeling.web.workers.child import NO_MEMORY, READY

STARTS_WITHIN = 60.0  # seconds


class WorkerLost(RuntimeError):
    """A worker gave no answer: it took too long, had too little memory, or crashed. `busy`: nobody began to work."""

    def __init__(self, why: str, *, busy: bool = False) -> None:
        super().__init__(why)
        self.busy = busy


class WorkerProcess:
    """A worker that runs. `last` is what its last request was about, `answers` how many it has given."""

    def __init__(self, jobs: str, megabytes: int) -> None:
        self.last, self.answers = "", 0
        self._timed_out = False
        found = str(Path(changeling.__file__).parents[1])  # the same program, wherever this one was found
        path = os.pathsep.join([found, *filter(None, [os.environ.get("PYTHONPATH", "")])])
        self._process = subprocess.Popen(
            [sys.executable, "-P", "-m", "changeling.web.workers.child", jobs, str(megabytes)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env={**os.environ, "PYTHONPATH": path},
            process_group=0 if sys.platform != "win32" else None,  # Ctrl-C is meant for the server, which ends this one
        )
        self._ready = False

    @property
    def pid(self) -> int:
        """The number of the process."""
        return self._process.pid

    @property
    def runs(self) -> bool:
        """Whether the process has not ended."""
        return self._process.poll() is None

    def start(self) -> None:
        """Wait until it can work. Raises WorkerLost."""
        if not self._ready:
            self._ready = self._within(STARTS_WITHIN, None) == READY
            if not self._ready:
                raise WorkerLost("a worker process did not start")

    def call(self, request: bytes, seconds: float) -> bytes:
        """Have a request answered. Raises WorkerLost, and then the process is gone."""
        self.start()
        answer = self._within(seconds, request)
        if answer is None:
            self.stop()
            raise WorkerLost(self._reason(seconds))
        self.answers += 1
        return answer

    def _within(self, seconds: float, request: bytes | None) -> bytes | None:
        """Send a request and give the answer; None when the process has ended before, or was ended after a time."""
        process = self._process
        assert process.stdin is not None
        assert process.stdout is not None
        alarm = threading.Timer(seconds, self._time_out)
        alarm.daemon = True
        alarm.start()
        try:
            if request is not None:
                frames.send(process.stdin, request)
            return frames.receive(process.stdout)
        except (OSError, ValueError):  # the pipe is broken, or was closed meanwhile
            return None
        finally:
            alarm.cancel()

    def _time_out(self) -> None:
        self._timed_out = True
        self._process.kill()

    def _reason(self, seconds: float) -> str:
        if self._timed_out:
            return f"a worker took longer than {seconds:g} seconds"
        if self._process.returncode == NO_MEMORY:
            return "a worker had too little memory"
        return f"a worker ended with status {self._process.returncode}"

    def kill(self) -> None:
        """End the process. Whoever waits for an answer of it gets none."""
        self._process.kill()

    def stop(self) -> None:
        """End the process and wait until it is gone."""
        for pipe in (self._process.stdin, self._process.stdout):
            with contextlib.suppress(OSError, ValueError):
                assert pipe is not None
                pipe.close()
        self._process.kill()
        self._process.wait()
