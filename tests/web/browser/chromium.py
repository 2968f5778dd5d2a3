"""Finds the Chromium of this machine, or gets one."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
FLAGS = (
    "--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking "
    "--disable-component-update --disable-sync"
).split()
PACKAGES = ("chromium", "fonts-dejavu-core")


@cache
def chromium() -> str:
    """The path of a Chromium. Raises RuntimeError that says how to get one where none can be had."""
    named = os.environ.get("CHANGELING_CHROMIUM", "")
    if named:
        return named
    return _found() or _from_apt() or _from_playwright() or _none()


def _found() -> str:
    return next((path for name in NAMES if (path := shutil.which(name))), "")


def _from_apt() -> str:
    """Where this is a machine to install on: root, with apt-get."""
    if not shutil.which("apt-get") or os.geteuid() != 0:
        return ""
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    for command in (["update"], ["install", "--yes", "--no-install-recommends", *PACKAGES]):
        # apt waits for another apt, such as that of a test beside this one
        full = ["apt-get", "-o", "DPkg::Lock::Timeout=300", *command]
        subprocess.run(full, env=environment, capture_output=True, check=False, timeout=600)
    return _found()


def _from_playwright() -> str:
    subprocess.run(
        [sys.executable, "-m", "playwright", "install", "chromium"], capture_output=True, check=False, timeout=600
    )
    folder = Path(os.environ.get("PLAYWRIGHT_BROWSERS_PATH", Path.home() / ".cache" / "ms-playwright"))
    return str(next(iter(sorted(folder.glob("chromium-*/chrome-*/chrome"))), ""))


def _none() -> str:
    raise RuntimeError(
        "no Chromium was found or could be installed; install one (Debian, Ubuntu: apt-get install chromium) or name "
        "it in CHANGELING_CHROMIUM"
    )
