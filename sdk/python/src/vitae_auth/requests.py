"""Authentication for requests: session.auth = VitaeAuth(url, key, secret)."""

from __future__ import annotations

import time
from typing import Any, Optional

import requests
from requests.auth import AuthBase

from .signing import Signer


class VitaeAuth(AuthBase):
    """Signs requests and retries them after 429 and 503. Files as bodies must be seekable to be retried."""

    def __init__(self, url: str, key: str, secret: str, max_retries: int = 2, max_wait: float = 60) -> None:
        self._signer = Signer(url, key, secret, max_retries, max_wait)

    def __call__(self, request: requests.PreparedRequest) -> requests.PreparedRequest:
        if not self._signer.signs(request.url or ""):
            return request
        position = _position(request.body)
        retries = 0

        def retry(response: requests.Response, **options: Any) -> requests.Response:
            nonlocal retries
            wait = self._seconds_to_wait(response, retries)
            if wait is None or not _rewind(response.request.body, position):
                return response
            retries += 1
            response.content  # releases the connection
            response.close()
            time.sleep(wait)
            next_request = response.request.copy()
            self._sign(next_request)
            retried = response.connection.send(next_request, **options)
            retried.history.append(response)
            retried.request = next_request
            return retry(retried, **options)

        request.hooks.setdefault("response", []).append(retry)
        self._sign(request)
        return request

    def _sign(self, request: requests.PreparedRequest) -> None:
        request.url = self._signer.sign(request.method or "GET", request.url or "")

    def _seconds_to_wait(self, response: requests.Response, retries: int) -> Optional[float]:
        request = response.request
        if not self._signer.signs(request.url or ""):
            return None  # redirected to another server
        return self._signer.seconds_to_wait(request.method or "GET", response.status_code, response.headers, retries)


def _position(body: Any) -> Optional[int]:
    try:
        return body.tell() if hasattr(body, "tell") else None
    except OSError:
        return None


def _rewind(body: Any, position: Optional[int]) -> bool:
    """Returns False if the body cannot be sent a second time."""
    if body is None or isinstance(body, (bytes, str)):
        return True
    if position is None:
        return False
    body.seek(position)
    return True
