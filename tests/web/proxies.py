"""The real nginx and the real Caddy of the distribution, with the files of deploy/, for tests."""

from __future__ import annotations

import fcntl
import os
import shutil
import signal
import socket
import ssl
import subprocess
import tempfile
import time
from collections.abc import Sequence
from functools import cache
from pathlib import Path

DEPLOY = Path(__file__).parents[2] / "deploy"
SITE = "cards.example.org"
PLACES = ("/usr/sbin", "/usr/local/sbin")  # which are not on everybody's path


@cache
def program(name: str) -> str:
    """The path of nginx or caddy: the machine's, or unpacked from its package; empty where neither can be had.

    It is unpacked and not installed: an installed one would be started, and would take the port of somebody's site."""
    return shutil.which(name) or shutil.which(name, path=os.pathsep.join(PLACES)) or _unpacked(name)


def _unpacked(name: str) -> str:
    if not shutil.which("apt-get") or not shutil.which("dpkg"):
        return ""
    folder = Path(tempfile.gettempdir()) / f"changeling-test-{name}-{os.getuid()}"
    folder.mkdir(exist_ok=True)
    with (folder / "lock").open("w") as lock:  # several processes test, and want it at the same time
        fcntl.flock(lock, fcntl.LOCK_EX)
        found = _found(folder, name)
        if found:
            return found
        if os.geteuid() == 0:
            subprocess.run(["apt-get", "update"], capture_output=True, timeout=300, check=False)
        subprocess.run(["apt-get", "download", name], cwd=folder, capture_output=True, timeout=300, check=False)
        for package in folder.glob(f"{name}_*.deb"):
            subprocess.run(["dpkg", "-x", str(package), str(folder)], capture_output=True, check=False)
        return _found(folder, name)


def _found(folder: Path, name: str) -> str:
    paths = (folder / "usr").glob(f"*bin/{name}")
    return next((str(path) for path in paths if _runs(str(path), name)), "")


def _runs(path: str, name: str) -> bool:
    asked = ["-v"] if name == "nginx" else ["version"]
    return subprocess.run([path, *asked], capture_output=True, check=False).returncode == 0


class Proxy:
    """A proxy with TLS on loopback, before some servers. `certificate` is the one that clients have to trust."""

    def __init__(self, folder: Path, nodes: Sequence[str]) -> None:
        self.folder, self.nodes = folder, tuple(nodes)
        self.port, self.plain_port = _free_port(), _free_port()
        self.certificate = folder / "certificate.pem"
        _make_certificate(self.certificate, folder / "key.pem")
        command = self.command()
        with (folder / "log").open("wb") as log:
            self._process = subprocess.Popen(command, stdout=log, stderr=log, env=self.environment())
        self._wait()

    def command(self) -> list[str]:
        """How it is started; it stays in the foreground."""
        raise NotImplementedError

    def environment(self) -> dict[str, str]:
        return {**os.environ, "HOME": str(self.folder), "XDG_DATA_HOME": str(self.folder / "data")}

    @property
    def address(self) -> str:
        return f"{SITE}:{self.port}"

    def trust(self) -> ssl.SSLContext:
        """For a client: this proxy's certificate, and no other."""
        return ssl.create_default_context(cafile=str(self.certificate))

    def _wait(self) -> None:
        end = time.monotonic() + 120
        while True:
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", self.port)) == 0:
                    return
            if time.monotonic() > end or self._process.poll() is not None:
                raise RuntimeError((self.folder / "log").read_text(errors="replace"))
            time.sleep(0.05)

    def close(self) -> None:
        self._process.send_signal(signal.SIGTERM)
        try:
            self._process.wait(10)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()


class Nginx(Proxy):
    name = "nginx"

    def command(self) -> list[str]:
        site = (DEPLOY / "nginx.conf").read_text()
        for number, node in enumerate(self.nodes, 1):
            assert f"server 127.0.0.1:860{number} " in site
            site = site.replace(f"server 127.0.0.1:860{number} ", f"server {node} ")
        for before, after in (
            ("listen 80;", f"listen 127.0.0.1:{self.plain_port};"),
            ("listen 443 ssl;", f"listen 127.0.0.1:{self.port} ssl;"),
            (f"/etc/letsencrypt/live/{SITE}/fullchain.pem", str(self.certificate)),
            (f"/etc/letsencrypt/live/{SITE}/privkey.pem", str(self.folder / "key.pem")),
        ):
            assert before in site, before
            site = site.replace(before, after)
        (self.folder / "site.conf").write_text(site)
        temporary = "".join(
            f"{kind}_temp_path {self.folder}/{kind};" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
        )
        user = "user root;" if os.geteuid() == 0 else ""
        (self.folder / "nginx.conf").write_text(
            f"{user} daemon off; pid {self.folder}/pid; error_log stderr; worker_processes 1;\n"
            f"events {{ worker_connections 512; }}\n"
            f"http {{ access_log off; {temporary}\n include {self.folder}/site.conf; }}\n"
        )
        return [program("nginx"), "-p", str(self.folder), "-e", "stderr", "-c", str(self.folder / "nginx.conf")]


class Caddy(Proxy):
    name = "caddy"

    def command(self) -> list[str]:
        site = (DEPLOY / "Caddyfile").read_text()
        head = "{$CHANGELING_SITE:cards.example.org} {\n"
        assert head in site
        tls = f"\tbind 127.0.0.1\n\ttls {self.certificate} {self.folder / 'key.pem'}\n"
        usual = f"{{\n\tadmin off\n\thttp_port {self.plain_port}\n\tskip_install_trust\n}}\n"
        (self.folder / "Caddyfile").write_text(usual + site.replace(head, head + tls))
        return [program("caddy"), "run", "--config", str(self.folder / "Caddyfile"), "--adapter", "caddyfile"]

    def environment(self) -> dict[str, str]:
        nodes = {"CHANGELING_SITE": f"https://{SITE}:{self.port}", "CHANGELING_NODES": " ".join(self.nodes)}
        return super().environment() | nodes


def _make_certificate(certificate: Path, key: Path) -> None:
    made = ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2"]
    made += ["-subj", f"/CN={SITE}", "-addext", f"subjectAltName=DNS:{SITE}"]
    subprocess.run([*made, "-out", str(certificate), "-keyout", str(key)], check=True, capture_output=True)


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
