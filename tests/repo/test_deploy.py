"""The files of deploy/: every command and option in them is one that there is."""

from __future__ import annotations

import json
import re
import shlex
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from changeling.cli import _parser

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
COMPOSE: dict[str, Any] = yaml.safe_load((DEPLOY / "compose.yaml").read_text())


def commands() -> Iterator[tuple[str, list[str]]]:
    """Every way in which deploy/ starts the program: the file, and the arguments."""
    unit = (DEPLOY / "changeling@.service").read_text()
    for line in re.findall(r"^ExecStart=\S*/changeling (.*)$", unit, re.MULTILINE):
        yield "changeling@.service", shlex.split(line.replace("%i", "8601").replace("$CHANGELING_OPTIONS", ""))
    backup = re.search(r"/changeling (backup .*)'$", (DEPLOY / "changeling-backup.service").read_text(), re.MULTILINE)
    assert backup is not None
    yield "changeling-backup.service", shlex.split(backup[1])
    started = re.search(r"^CMD (\[.*\])$", (DEPLOY / "Containerfile").read_text(), re.MULTILINE)
    assert started is not None
    yield "Containerfile", json.loads(started[1])
    for name in ("first", "second"):
        given = COMPOSE["services"][name]["command"]
        yield "compose.yaml", [re.sub(r"\$\{\w+[^}]*\}", "cards.example.org", word) for word in given]


@pytest.mark.parametrize(("file", "arguments"), list(commands()))
def test_the_program_knows_what_it_is_started_with(file: str, arguments: list[str]) -> None:
    assert _parser().parse_args(arguments).command is not None, file


def test_the_image_is_made_of_what_there_is() -> None:
    text = (DEPLOY / "Containerfile").read_text()
    copied = [word for line in re.findall(r"^COPY (?!--from)(.*)$", text, re.MULTILINE) for word in line.split()[:-1]]
    assert copied
    assert [name for name in copied if not (ROOT / name).exists()] == []
    extras = re.search(r"'\.\[([\w,]+)\]'", text)
    assert extras is not None
    import tomllib

    known = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"]
    assert set(extras[1].split(",")) <= set(known)


def test_compose_has_a_database_two_servers_and_a_proxy_that_belong_together() -> None:
    services = COMPOSE["services"]
    assert set(services) == {"first", "second", "database", "proxy"}
    nodes = services["proxy"]["environment"]["CHANGELING_NODES"].split()
    assert nodes == ["first:8600", "second:8600"]
    subnet = COMPOSE["networks"]["inside"]["ipam"]["config"][0]["subnet"]
    for name in ("first", "second"):
        assert f"--proxy={subnet}" in services[name]["command"]
        assert "@database/changeling" in services[name]["environment"]["CHANGELING_DB"]
    for mount in services["proxy"]["volumes"]:
        source = mount.partition(":")[0]
        assert (DEPLOY / source).exists() if source.startswith(".") else source in COMPOSE["volumes"]


def test_servers_wait_for_the_database_that_answers_over_the_network() -> None:
    """While the image sets its database up, that answers at its own socket only, and is stopped again."""
    kind, check = COMPOSE["services"]["database"]["healthcheck"]["test"]
    words = check.split()
    assert (kind, words[0]) == ("CMD-SHELL", "pg_isready")
    assert words[words.index("-h") + 1] == "127.0.0.1"


def test_old_backups_go_and_what_people_made_by_hand_stays(tmp_path: Path) -> None:
    """The lines of the unit, with another folder and another program."""
    unit = (DEPLOY / "changeling-backup.service").read_text()
    lines = re.findall(r"^ExecStart(?:Post)?=/bin/sh -c '(.*)'$", unit, re.MULTILINE)
    assert len(lines) == 2
    kept = ["before-update.backup", "2026-01-01.backup", "yesterday.backup", "0.backup", "2026-01-01-0320.backup.old"]
    nights = [f"2026-01-{night:02}-0320.backup" for night in range(1, 21)]
    for name in (*kept, *nights):
        (tmp_path / name).touch()
    for line in lines:
        line = line.replace("$$", "$").replace("%%", "%").replace("/var/lib/changeling/backups", str(tmp_path))
        line = line.replace("/opt/changeling/bin/changeling backup --replace", "touch")
        subprocess.run(["/bin/sh", "-c", line], check=True)
    there = sorted(path.name for path in tmp_path.iterdir())
    [made] = set(there) - {*kept, *nights}
    assert re.fullmatch(r"\d{4}-\d\d-\d\d-\d{4}\.backup", made)
    assert there == sorted([*kept, *nights[7:], made])


def test_what_the_guide_installs_is_what_the_units_use() -> None:
    """The file that the units read is made by the guide, and the shell of the guide reads the same."""
    guide = (ROOT / "docs" / "how-to" / "run-a-server.md").read_text()
    for unit in ("changeling@.service", "changeling-backup.service"):
        for file in re.findall(r"^EnvironmentFile=-(.*)$", (DEPLOY / unit).read_text(), re.MULTILINE):
            assert f"mkdir -p {Path(file).parent}" in guide
            assert f"> {file}" in guide
            assert f"set -a; . {file}; set +a" in guide
    assert "ln -s /opt/changeling/bin/changeling /usr/local/bin/" in guide
    written = re.search(r"<<'END'\n(.*?)^END$", guide, re.MULTILINE | re.DOTALL)
    assert written is not None
    asked = f'set -a; {written[1]}set +a; echo "$CHANGELING_DB|$CHANGELING_OPTIONS"'
    said = subprocess.run(["/bin/sh", "-c", asked], capture_output=True, text=True, check=True).stdout.strip()
    assert said == "/var/lib/changeling/tables.sqlite|--origin https://cards.example.org"


def test_systemd_understands_the_units(tmp_path: Path) -> None:
    verify = shutil.which("systemd-analyze")
    if verify is None:
        pytest.skip("there is no systemd here")
    for unit in DEPLOY.glob("changeling*.*"):
        # programs and users of a real installation are not here
        text = re.sub(r"/opt/changeling/bin/changeling", "/bin/true", unit.read_text())
        text = re.sub(r"^(User|Group)=.*\n", "", text, flags=re.MULTILINE)
        (tmp_path / unit.name).write_text(text)
    (tmp_path / "changeling@.service").rename(tmp_path / "changeling@8601.service")
    units = sorted(str(path) for path in tmp_path.iterdir())
    assert len(units) == 3
    run = subprocess.run(
        [verify, "verify", "--man=no", *units], capture_output=True, text=True, timeout=300, check=False
    )
    assert not [line for line in run.stderr.splitlines() if "changeling" in line], run.stderr
