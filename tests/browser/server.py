"""A Streamlit server of our own, on a free port."""

import socket
import subprocess
import sys
import time
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

ROOT = Path(__file__).parents[2]
OPTIONS = ["--server.headless=true", "--server.fileWatcherType=none", "--server.address=localhost"]
PATIENCE = 60.0  # seconds until it must be healthy


class Server:
    """Started at once and healthy when made; ``stop()`` ends it."""

    def __init__(self) -> None:
        port = _free_port()
        self.url = f"http://localhost:{port}"
        command = [sys.executable, "-m", "streamlit", "run", "streamlit_app.py"]
        self._process = subprocess.Popen(
            [*command, f"--server.port={port}", *OPTIONS],
            cwd=ROOT,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        try:
            self._wait()
        except BaseException:
            self.stop()
            raise

    def stop(self) -> None:
        self._process.terminate()
        try:
            self._process.wait(timeout=2)  # compiling UMAP does not hear it
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()

    def _wait(self) -> None:
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            if self._process.poll() is not None:
                raise RuntimeError(f"The server ended with code {self._process.returncode}.")
            try:
                with urlopen(f"{self.url}/_stcore/health", timeout=1) as answer:
                    if answer.status == 200:
                        return
            except (URLError, OSError):
                pass
            time.sleep(0.05)
        raise RuntimeError(f"The server was not healthy after {PATIENCE:g} s.")


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("localhost", 0))
        return probe.getsockname()[1]
