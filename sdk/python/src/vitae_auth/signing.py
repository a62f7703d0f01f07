"""Signs addresses and decides about retries, independently of an HTTP library."""

from __future__ import annotations

import hashlib
import hmac
import json
import re
import secrets
import time
from dataclasses import dataclass, field
from email.utils import parsedate_to_datetime
from typing import Any, Dict, List, Mapping, Optional, Tuple
from urllib.parse import parse_qsl, quote, urlsplit

OWN_PARAMETERS = ("apikey", "timestamp", "nonce", "hash")
# 503 does not tell whether a POST was executed. 429 is sent before a request is executed.
IDEMPOTENT = ("GET", "HEAD", "PUT", "DELETE", "OPTIONS")


@dataclass(frozen=True)
class Signer:
    """url is the address of the API. Requests to other origins are sent without a signature.

    A response with a Retry-After of more than max_wait seconds is returned without a retry.
    """

    url: str
    key: str
    secret: str = field(repr=False)
    max_retries: int = 2
    max_wait: float = 60

    def __post_init__(self) -> None:
        if not _origin(self.url):
            raise ValueError("vitae-auth: url is not an absolute address")
        if not self.key:
            raise ValueError("vitae-auth: key is missing")
        if not re.fullmatch(r"[0-9a-fA-F]{64}", self.secret or ""):
            raise ValueError(
                "vitae-auth: the secret must have 64 hexadecimal characters. Historical keys are not supported."
            )

    def signs(self, url: str) -> bool:
        """Returns whether the address belongs to the API."""
        return _origin(url) == _origin(self.url)

    def sign(self, method: str, url: str, timestamp: Optional[int] = None, nonce: Optional[str] = None) -> str:
        """Returns the address with a signature. Replaces the signature of a previous attempt."""
        parts = urlsplit(url)
        parameters = {
            **_query_parameters(parts.query),
            "apikey": self.key,
            "timestamp": str(int(time.time()) if timestamp is None else timestamp),
            "nonce": nonce or secrets.token_hex(16),
        }
        in_order = sorted(parameters.items(), key=lambda pair: pair[0].encode())
        query = "&".join(f"{quote(name, safe='')}={quote(value, safe='')}" for name, value in in_order)
        path = parts.path or "/"
        canonical = f"{method.upper()}\n{path}\n{query}"
        digest = hmac.new(self.secret.encode(), canonical.encode(), hashlib.sha256).hexdigest()
        return f"{parts.scheme}://{parts.netloc}{path}?{query}&hash={digest}"

    def seconds_to_wait(self, method: str, status: int, headers: Mapping[str, str], retries: int) -> Optional[float]:
        """Returns None if the request must not be retried."""
        value = headers.get("Retry-After")
        is_limited = status == 429 or (status == 503 and method.upper() in IDEMPOTENT)
        if value is None or not is_limited or retries >= self.max_retries:
            return None
        try:
            seconds = float(value) if value.isdigit() else parsedate_to_datetime(value).timestamp() - time.time()
        except (TypeError, ValueError):
            return None
        return max(0.0, seconds) if seconds <= self.max_wait else None


def _origin(url: str) -> Optional[Tuple[str, str, int]]:
    parts = urlsplit(url)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        return None
    return parts.scheme, parts.hostname, parts.port or (443 if parts.scheme == "https" else 80)


def _query_parameters(query: str) -> Dict[str, str]:
    """Returns each parameter once. Arrays, which may be repeated or have brackets, become JSON text."""
    sent: Dict[str, List[Tuple[List[str], str]]] = {}
    for full_name, value in parse_qsl(query, keep_blank_values=True):
        match = re.fullmatch(r"([^\[]+)((?:\[[^\[\]]*\])+)", full_name)
        name = match[1] if match else full_name
        path = match[2][1:-1].split("][") if match else []
        if name not in OWN_PARAMETERS:
            sent.setdefault(name, []).append((path, value))
    return {name: _parameter_value(name, elements) for name, elements in sent.items()}


def _parameter_value(name: str, elements: List[Tuple[List[str], str]]) -> str:
    if len(elements) == 1 and not elements[0][0]:
        return elements[0][1]
    tree: Dict[str, Any] = {}
    is_repeated = all(not path for path, _ in elements)
    for path, value in elements:
        if not _place(tree, [""] if is_repeated else path, value):
            raise ValueError(f"vitae-auth: the parameter {name} is both a value and an array")
    return json.dumps(_array(tree), ensure_ascii=False, separators=(",", ":"))


def _place(tree: Dict[str, Any], path: List[str], value: str) -> bool:
    """Returns False if another value has this place."""
    for depth, part in enumerate(path):
        key = part or str(len(tree))
        if depth == len(path) - 1:
            return key not in tree and tree.setdefault(key, value) is value
        child = tree.setdefault(key, {})
        if not isinstance(child, dict):
            return False
        tree = child
    return False


def _array(tree: Any) -> Any:
    """Returns a list if the keys are the indexes 0 to n-1, in any order."""
    if not isinstance(tree, dict):
        return tree
    indexes = [str(index) for index in range(len(tree))]
    if all(index in tree for index in indexes):
        return [_array(tree[index]) for index in indexes]
    return {key: _array(value) for key, value in tree.items()}
