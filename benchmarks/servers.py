"""A Streamlit server for a measurement, and a browser that looks at it."""

import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

ROOT = Path(__file__).parents[1]
HOME_SCRIPT = ROOT / "streamlit_app.py"
EMPTY = Path(__file__).parent / "empty_page.py"
PLAIN = Path(__file__).parent / "plain_page.py"
FRAME = Path(__file__).parent / "frame_page.py"
IDLE = "[data-testid='stApp'][data-test-script-state='notRunning']"
CHROMIUM_FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


@dataclass
class Server:
    """One running server."""

    url: str
    process: subprocess.Popen
    started: float  # time.perf_counter() just before its process began

    def memory(self) -> float:
        """Resident memory of its process, in MB of 1,000,000 bytes."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        line = next(line for line in status.splitlines() if line.startswith("VmRSS"))
        return int(line.split()[1]) * 1024 / 1e6


@contextmanager
def serve(script: Path, **environment: str) -> Iterator[Server]:
    """Start Streamlit on ``script``; the server is healthy when the body begins."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    options = {"server.port": port, "server.headless": "true", "server.fileWatcherType": "none"}
    options |= {"server.address": "127.0.0.1", "browser.gatherUsageStats": "false"}
    command = [sys.executable, "-m", "streamlit", "run", str(script)]
    command += [f"--{name}={value}" for name, value in options.items()]
    started = time.perf_counter()
    process = subprocess.Popen(
        command,
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": str(ROOT)} | environment,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        server = Server(f"http://127.0.0.1:{port}", process, started)
        _wait_until_healthy(server)
        yield server
    finally:
        process.terminate()
        process.wait()


@contextmanager
def serve_frame() -> Iterator[Server]:
    """``serve`` the frame page as if it were the home page: its menu needs the pages beside it."""
    with tempfile.TemporaryDirectory() as folder:
        script = Path(shutil.copy(FRAME, Path(folder) / "streamlit_app.py"))
        (Path(folder) / "pages").symlink_to(ROOT / "pages")
        with serve(script) as server:
            yield server


@contextmanager
def browser() -> Iterator[Browser]:
    """Debian's Chromium, headless."""
    with sync_playwright() as playwright:
        path = shutil.which("chromium") or shutil.which("google-chrome")
        chromium = playwright.chromium.launch(executable_path=path, args=CHROMIUM_FLAGS)
        yield chromium
        chromium.close()


def wait_until_idle(page: Page) -> None:
    """Until the script of the page has run to its end."""
    page.wait_for_selector(IDLE, timeout=120_000)


def _wait_until_healthy(server: Server) -> None:
    for _ in range(600):
        try:
            with urllib.request.urlopen(f"{server.url}/_stcore/health", timeout=1):
                return
        except OSError:
            time.sleep(0.02)
    raise RuntimeError("the server did not start within 12 seconds")
