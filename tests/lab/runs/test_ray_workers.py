"""A run on a Ray cluster is, byte for byte, that of one process, whatever happens to the cluster."""

from __future__ import annotations

import filecmp
import importlib.util
import os
import subprocess
import sys
from pathlib import Path

import pytest

from changeling.errors import ChangelingError
from changeling.lab.runs.manifest import plan_run
from changeling.lab.runs.ray_workers import check_ray
from changeling.lab.simulation import play_run

HERE = Path(__file__).parent
ROOT = HERE.parents[2]
needs_ray = pytest.mark.skipif(importlib.util.find_spec("ray") is None, reason="Ray is not installed")


def files_in(folder: Path) -> list[str]:
    return sorted(
        str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file() and path.name != ".lock"
    )


@needs_ray
def test_a_worker_killed_and_a_node_removed_change_no_byte(tmp_path: Path) -> None:
    """The ladder's games on the same cluster are those of one process, too: the program checks that itself."""
    games = 600
    where = os.pathsep.join([str(ROOT / "src"), str(ROOT)])
    environment = os.environ | {"PYTHONPATH": where, "RAY_DEDUP_LOGS": "0", "RAY_USAGE_STATS_ENABLED": "0"}
    program = [sys.executable, str(HERE / "ray_cluster.py"), str(tmp_path / "ray"), "family", str(games)]
    ended = subprocess.run(program, env=environment, capture_output=True, text=True, timeout=300, check=False)
    assert ended.returncode == 0, ended.stderr[-3000:]
    assert "\nkilled removed, and the ladder is the same\n" in f"\n{ended.stdout}", ended.stdout[-3000:]
    wanted = plan_run("family", seats=3, bots="greedy", games=games, seed=1, chunk=games // 12)
    play_run(tmp_path / "here", wanted, on=1)
    names = files_in(tmp_path / "here")
    assert names == files_in(tmp_path / "ray")
    assert len(names) == 1 + 12 * 4
    _, unlike, missing = filecmp.cmpfiles(tmp_path / "here", tmp_path / "ray", names, shallow=False)
    assert (unlike, missing) == ([], [])


@pytest.mark.parametrize("where", ["rays", "dask", "ray://", ""])
def test_only_ray_can_be_played_on(where: str) -> None:
    with pytest.raises(ChangelingError, match="--on: 'ray' or 'ray://host:port' can be played on"):
        check_ray(where)


def test_without_ray_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(ChangelingError, match=r"pip install 'changeling\[ray\]'"):
        check_ray("ray")
