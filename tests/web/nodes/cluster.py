"""Nodes that can be killed, stopped and started again, and nginx before them, for tests."""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import httpx
from tests.web.ports import reserved_port
from tests.web.proxies import program
from tests.web.served import PATIENT

CONFIG = """
daemon off; worker_processes 1; pid {folder}/pid; error_log {folder}/error.log;
events {{ worker_connections 1024; }}
http {{
  access_log off;
  client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxy; fastcgi_temp_path {folder}/fastcgi;
  uwsgi_temp_path {folder}/uwsgi; scgi_temp_path {folder}/scgi;
  map $http_upgrade $upgrade {{ default upgrade; "" close; }}
  upstream nodes {{ {servers} }}
  server {{
    listen 127.0.0.1:{port};
    location / {{
      proxy_pass http://nodes; proxy_http_version 1.1;
      proxy_set_header Host $host:$server_port; proxy_set_header X-Forwarded-For $remote_addr;
      proxy_set_header Upgrade $http_upgrade; proxy_set_header Connection $upgrade;
      proxy_connect_timeout 500ms; proxy_read_timeout 60s; proxy_next_upstream error timeout;
    }}
  }}
}}
"""


class Node:
    """A node: its processes, one after the other, on one port."""

    def __init__(self, database: str) -> None:
        self._place, self.port = reserved_port()
        command = [sys.executable, "-m", "tests.web.killable", str(self.port), database]
        self._host = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        assert self._read() == "ready"
        self.pid = 0

    @property
    def address(self) -> str:
        return f"127.0.0.1:{self.port}"

    def _read(self) -> str:
        assert self._host.stdout is not None
        return self._host.stdout.readline().strip()

    def start(self) -> None:
        assert self._host.stdin is not None
        self._host.stdin.write("\n")
        self._host.stdin.flush()
        self.pid = int(self._read())

    def kill(self) -> None:
        os.kill(self.pid, signal.SIGKILL)
        assert self._read() == "gone"

    def stop(self) -> None:
        """Have it hang."""
        os.kill(self.pid, signal.SIGSTOP)

    def go_on(self) -> None:
        os.kill(self.pid, signal.SIGCONT)

    def is_well(self) -> bool:
        with contextlib.suppress(httpx.TransportError):
            return httpx.get(f"http://{self.address}/api/health", timeout=5).status_code == 200
        return False

    def close(self) -> None:
        with contextlib.suppress(ProcessLookupError):
            os.kill(self.pid, signal.SIGKILL)
        assert self._host.stdin is not None
        assert self._host.stdout is not None
        self._host.stdin.close()
        self._host.wait(PATIENT)
        self._host.stdout.close()
        self._place.close()


class Nginx:
    """The real nginx of the distribution, before some nodes."""

    def __init__(self, nodes: list[Node], nginx: str) -> None:
        self._folder = Path(tempfile.mkdtemp(prefix="changeling-nginx-"))
        place, self._port = reserved_port()
        servers = " ".join(f"server {node.address} max_fails=0;" for node in nodes)
        config = self._folder / "nginx.conf"
        config.write_text(CONFIG.format(folder=self._folder, port=self._port, servers=servers))
        self._folder.chmod(0o755)
        self._process = subprocess.Popen(
            [nginx, "-c", str(config), "-e", str(self._folder / "error.log")], stderr=subprocess.DEVNULL
        )
        with place:
            self._wait()

    @property
    def address(self) -> str:
        return f"127.0.0.1:{self._port}"

    def _wait(self) -> None:
        end = time.monotonic() + PATIENT
        while time.monotonic() < end:
            with contextlib.suppress(httpx.TransportError):
                httpx.get(f"http://{self.address}/api/health", timeout=5)
                return
            time.sleep(0.05)
        raise RuntimeError((self._folder / "error.log").read_text())

    def close(self) -> None:
        self._process.terminate()
        self._process.wait(PATIENT)
        shutil.rmtree(self._folder, ignore_errors=True)


class Cluster:
    """Two nodes on one database. Clients reach them by nginx, where that can be had; else by turns."""

    def __init__(self, database: str, count: int = 2) -> None:
        self.nodes = [Node(database) for _ in range(count)]
        for node in self.nodes:
            node.start()
        self.wait()
        nginx = program("nginx")
        self._nginx = Nginx(self.nodes, nginx) if nginx else None
        self._turn = 0

    @property
    def address(self) -> str:
        """Where the next client goes."""
        if self._nginx is not None:
            return self._nginx.address
        self._turn += 1
        return self.nodes[self._turn % len(self.nodes)].address

    def wait(self) -> None:
        """Wait until all nodes are well."""
        end = time.monotonic() + PATIENT
        while not all(node.is_well() for node in self.nodes):
            assert time.monotonic() < end, "a node does not start"
            time.sleep(0.02)

    def close(self) -> None:
        if self._nginx is not None:
            self._nginx.close()
        for node in self.nodes:
            node.close()
