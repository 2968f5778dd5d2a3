"""A file is one server's."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import changeling as cl
from changeling.web.storage.file_lock import only_server, server_runs


def test_a_lock_ends_with_its_process(tmp_path: Path) -> None:
    path = str(tmp_path / "tables.sqlite")
    code = "import sys, time; from changeling.web.storage.file_lock import only_server\n"
    code += "with only_server(sys.argv[1]): print('has it', flush=True); time.sleep(600)"
    holder = subprocess.Popen([sys.executable, "-c", code, path], stdout=subprocess.PIPE, text=True)
    assert holder.stdout is not None
    try:
        assert holder.stdout.readline() == "has it\n"
        with pytest.raises(cl.ChangelingError, match="another server runs with"), only_server(path):
            pass
    finally:
        holder.kill()
        holder.wait()
        holder.stdout.close()
    with only_server(path):
        pass


def test_a_folder_that_cannot_be_written_is_said(tmp_path: Path) -> None:
    with pytest.raises(cl.ChangelingError, match="--db"), only_server(str(tmp_path / "none" / "tables.sqlite")):
        pass


def test_whether_a_server_runs_is_asked_without_making_anything(tmp_path: Path) -> None:
    path = str(tmp_path / "tables.sqlite")
    assert not server_runs(path)
    assert list(tmp_path.iterdir()) == []
    with only_server(path):
        assert server_runs(path)
    assert not server_runs(path)
