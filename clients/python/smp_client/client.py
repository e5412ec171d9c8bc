"""What carries calls to a server."""

from __future__ import annotations

import gzip
import itertools
import json
import os
import stat
import subprocess
import sys
import threading
import urllib.error
import urllib.parse
import urllib.request
from typing import Any, Callable, Dict, List, Optional, Sequence, Set, Tuple

from .generated import Methods


class SMPError(Exception):
    """What the server answers instead of a result."""

    def __init__(self, code: int, message: str, data: Any = None) -> None:
        super().__init__(f"{message} ({code})")
        self.code = code
        self.message = message
        self.data = data


def _alone(path: str, kind: Callable[[int], bool]) -> bool:
    """Whether a file is this user's and nobody else may touch it: no other is to choose what is shown to a server."""
    info = os.lstat(path)
    if not kind(info.st_mode):
        return False
    return sys.platform == "win32" or (info.st_uid == os.getuid() and info.st_mode & 0o077 == 0)


def _local_token(url: str) -> Optional[str]:
    """What a server on this machine has left for its user in a file named after its port."""
    at = urllib.parse.urlsplit(url)
    if at.port is None or at.hostname not in ("localhost", "127.0.0.1", "::1"):
        return None
    if sys.platform == "darwin":
        cache = os.path.expanduser("~/Library/Caches")
    elif sys.platform == "win32":
        cache = os.environ.get("LocalAppData", "")
    else:
        cache = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
    folders = [os.path.join(cache, "smp", "run")]
    folders.append(os.path.join(os.environ.get("TMPDIR") or "/tmp", f"smp-{os.getuid() if hasattr(os, 'getuid') else -1}"))
    if os.path.isabs(os.environ.get("XDG_RUNTIME_DIR", "")):
        folders.insert(0, os.path.join(os.environ["XDG_RUNTIME_DIR"], "smp"))
    for folder in folders:
        path = os.path.join(folder, f"{at.port}.token")
        try:
            if not (_alone(folder, stat.S_ISDIR) and _alone(path, stat.S_ISREG)):
                continue
            with open(path, encoding="ascii") as file:
                return file.read().strip()
        except OSError:
            continue
    return None


def _result(answer: Dict[str, Any]) -> Any:
    if "error" in answer:
        error = answer["error"]
        raise SMPError(error["code"], error["message"], error.get("data"))
    return answer["result"]


class HTTPClient(Methods):
    """Sends each call by POST."""

    def __init__(self, url: str = "http://127.0.0.1:7433/rpc", token: Optional[str] = None, timeout: float = 60) -> None:
        self.url = url
        self.timeout = timeout
        self._headers = {"Content-Type": "application/json", "Accept-Encoding": "gzip"}
        token = token or _local_token(url)
        if token:
            self._headers["Authorization"] = "Bearer " + token
        self._ids = itertools.count(1)

    def call(self, method: str, params: Optional[Dict[str, Any]] = None) -> Any:
        return _result(self._post(self._request(method, params)))

    def batch(self, calls: Sequence[Tuple[str, Dict[str, Any]]]) -> List[Any]:
        """Results, or SMPErrors, in the order of the calls."""
        requests = [self._request(method, params) for method, params in calls]
        posted = self._post(requests)
        if isinstance(posted, dict):
            return [_result(posted)]  # the batch as a whole is refused: this raises
        answers = {a["id"]: a for a in posted}
        out: List[Any] = []
        for request in requests:
            try:
                out.append(_result(answers[request["id"]]))
            except SMPError as error:
                out.append(error)
        return out

    def markdown(self, method: str, params: Optional[Dict[str, Any]] = None) -> str:
        """A method's answer as a text for a reader."""
        return self.call(method, {**(params or {}), "format": "markdown"})

    def _request(self, method: str, params: Optional[Dict[str, Any]]) -> Dict[str, Any]:
        return {"jsonrpc": "2.0", "id": next(self._ids), "method": method, "params": params or {}}

    def _post(self, message: Any) -> Any:
        request = urllib.request.Request(self.url, json.dumps(message).encode(), self._headers)
        try:
            with urllib.request.urlopen(request, timeout=self.timeout) as response:
                body = response.read()
                if response.headers.get("Content-Encoding") == "gzip":
                    body = gzip.decompress(body)
        except urllib.error.HTTPError as error:
            raise SMPError(error.code, error.read().decode(errors="replace").strip()) from None
        return json.loads(body)


class StdioClient(Methods):
    """Starts a server and talks to it over its standard input and output."""

    def __init__(
        self,
        command: Sequence[str] = ("smp", "serve", "--stdio"),
        on_notification: Optional[Callable[[str, Dict[str, Any]], None]] = None,
    ) -> None:
        self._server = subprocess.Popen(list(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self._told = on_notification
        self._ids = itertools.count(1)
        self._lock = threading.Lock()
        self._asked: Set[int] = set()
        self._waiting: Dict[int, Dict[str, Any]] = {}
        self._came = threading.Condition(self._lock)
        self._ended = False
        threading.Thread(target=self._read, daemon=True).start()

    def call(self, method: str, params: Optional[Dict[str, Any]] = None) -> Any:
        number = next(self._ids)
        line = json.dumps({"jsonrpc": "2.0", "id": number, "method": method, "params": params or {}})
        assert self._server.stdin is not None
        with self._lock:
            self._server.stdin.write(line.encode() + b"\n")
            self._server.stdin.flush()
            self._asked.add(number)
            while number not in self._waiting:
                if self._ended:
                    raise ConnectionError("the server has ended")
                self._came.wait()
            self._asked.discard(number)
            answer = self._waiting.pop(number)
        return _result(answer)

    def close(self) -> int:
        """Lets the server finish, and gives its exit code."""
        assert self._server.stdin is not None
        self._server.stdin.close()
        return self._server.wait()

    def __enter__(self) -> "StdioClient":
        return self

    def __exit__(self, *_: Any) -> None:
        self.close()

    def _read(self) -> None:
        assert self._server.stdout is not None
        for line in self._server.stdout:
            message = json.loads(line)
            if "method" in message:
                if self._told:
                    self._told(message["method"], message.get("params", {}))
                continue
            with self._lock:
                if message["id"] is None:  # about a message that was not read: none is left waiting
                    self._waiting.update({number: message for number in self._asked})
                else:
                    self._waiting[message["id"]] = message
                self._came.notify_all()
        with self._lock:
            self._ended = True
            self._came.notify_all()
