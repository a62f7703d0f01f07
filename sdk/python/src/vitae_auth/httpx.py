"""Authentication for httpx: httpx.Client(auth=VitaeAuth(url, key, secret))."""

from __future__ import annotations

import asyncio
import time
from typing import AsyncGenerator, Generator, Optional

import httpx

from .signing import Signer


class VitaeAuth(httpx.Auth):
    """Signs requests of httpx.Client and httpx.AsyncClient, and retries them after 429 and 503."""

    requires_request_body = True  # a stream can be sent only once

    def __init__(self, url: str, key: str, secret: str, max_retries: int = 2, max_wait: float = 60) -> None:
        self._signer = Signer(url, key, secret, max_retries, max_wait)

    def sync_auth_flow(self, request: httpx.Request) -> Generator[httpx.Request, httpx.Response, None]:
        request.read()
        for retries in range(self._signer.max_retries + 1):
            response = yield self._signed(request)
            wait = self._seconds_to_wait(request, response, retries)
            if wait is None:
                return
            time.sleep(wait)

    async def async_auth_flow(self, request: httpx.Request) -> AsyncGenerator[httpx.Request, httpx.Response]:
        await request.aread()
        for retries in range(self._signer.max_retries + 1):
            response = yield self._signed(request)
            wait = self._seconds_to_wait(request, response, retries)
            if wait is None:
                return
            await asyncio.sleep(wait)

    def _signed(self, request: httpx.Request) -> httpx.Request:
        if self._signer.signs(str(request.url)):
            request.url = httpx.URL(self._signer.sign(request.method, str(request.url)))
        return request

    def _seconds_to_wait(self, request: httpx.Request, response: httpx.Response, retries: int) -> Optional[float]:
        if not self._signer.signs(str(response.request.url)):
            return None
        return self._signer.seconds_to_wait(request.method, response.status_code, response.headers, retries)
