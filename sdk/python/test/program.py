"""Signs the published vectors, or sends requests with one of the libraries, for the tests of the repository."""

import asyncio
import json
import os
import sys

from vitae_auth.signing import Signer


def signed_vectors():
    for vector in json.load(sys.stdin):
        signer = Signer(vector["url"], vector["key"], vector["secret"])
        yield signer.sign(vector["method"], vector["url"], vector["timestamp"], vector["nonce"])


def credentials():
    return {name: os.environ[f"VITAE_{name.upper()}"] for name in ("url", "key", "secret")}


def with_httpx():
    import httpx
    from vitae_auth.httpx import VitaeAuth

    auth = VitaeAuth(**credentials())
    assert credentials()["secret"] not in repr(vars(auth))

    async def in_parallel(faults):
        async with httpx.AsyncClient(auth=auth, timeout=90) as client:
            gets = (client.get(f"{auth._signer.url}/api/v1/tags", headers=headers) for headers in faults)
            return [response.status_code for response in await asyncio.gather(*gets)]

    with httpx.Client(auth=auth, timeout=90) as client:
        result = exercise(lambda method, path, **given: client.request(method, auth._signer.url + path, **given))
    faults = [{"X-Fault": "429 0 async"}, {"X-Fault": "429 3600 async-late"}]
    return {**result, "async": asyncio.run(in_parallel(faults))}


def with_requests():
    import requests
    from vitae_auth.requests import VitaeAuth

    session = requests.Session()
    session.auth = VitaeAuth(**credentials())
    assert credentials()["secret"] not in repr(vars(session.auth))
    return exercise(lambda method, path, **given: session.request(method, credentials()["url"] + path, **given))


def exercise(send):
    name = sys.argv[1]
    tags = [
        send("POST", "/api/v1/tags", json={"title": "a"}),
        send("POST", "/api/v1/tags", data={"title": "b é"}),
    ]
    path = f"/api/v1/users/{os.environ['USER_ID']}/associateTags"
    ids = [tag.json()["id"] for tag in tags]
    statuses = {
        "search": send("GET", "/api/v1/users/search", params={"term": "O'Neil (a*b)! ~é+/"}),
        "array": send("PUT", path, params={"tags": ids}),
        "brackets": send("PUT", path, params={"tags[]": ids, "reset": 1}),
        "retried": send("POST", "/api/v1/tags", json={"title": "c"}, headers={"X-Fault": f"429 0 post-{name}"}),
        "limited": send("GET", "/api/v1/tags", headers={"X-Fault": f"429 3600 late-{name}"}),
        "unavailable": send("PUT", path, params={"tags": ids}, headers={"X-Fault": f"503 0 put-{name}"}),
        "uncertain": send("POST", "/api/v1/tags", json={"title": "d"}, headers={"X-Fault": f"503 0 unsafe-{name}"}),
    }
    codes = {key: response.status_code for key, response in statuses.items()}
    return {**codes, "tags": [tag.status_code for tag in tags]}


MODES = {"sign": lambda: list(signed_vectors()), "httpx": with_httpx, "requests": with_requests}
print(json.dumps(MODES[sys.argv[1]]()))
