"""A witness of somebody else's house: looks at its record from outside, sees that it only grows, and signs for that.

The key and what was seen are in two files of the witness; nothing of the house is needed but its address.
"""

import http.client
import json
import os
import time
import urllib.error
import urllib.request
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec

from pitboss.procedure import Refusal, Refused
from pitboss.tlog import ProofFailed
from pitboss.tlog.note import KEY_BYTES, Cosigner, Verifier
from pitboss.tlog.witness import State, Submission, cosign

TIMEOUT = 20.0  # seconds for one answer of the house


class Seen(msgspec.Struct, frozen=True):
    """What a witness keeps on the disk: what it saw, and the keys of the logs that it watches."""

    state: State = State()
    keys: dict[str, str] = {}  # by origin


class Witness:
    """One witness and one house."""

    def __init__(self, house: str, name: str, key: Path, state: Path, log_key: str = "") -> None:
        self._house, self._state = house, state
        self._cosigner = Cosigner(name, _private(key))
        self._seen = msgspec.json.decode(state.read_bytes(), type=Seen) if state.exists() else Seen()
        self._log_key = log_key

    @property
    def vkey(self) -> str:
        """The public key, for the Board to name as that of a witness."""
        return self._cosigner.vkey

    def look(self) -> str:
        """Look once; what was signed, as a sentence. A record that did not only grow is refused, and nothing is signed."""
        told = json.loads(self._get("/api/record/key"))
        origin = told["origin"]
        known = self._log_key or self._seen.keys.get(origin, told["vkey"])
        if known != told["vkey"]:
            raise Refused(Refusal.CORRUPT, f"The log of {origin} is signed by another key than the one known here.", "")
        note = self._get("/checkpoint").decode()
        before = self._seen.state.seen(origin).size
        size = int(note.split("\n")[1])
        proof = json.loads(self._get(f"/api/record/consistency?old={before}&size={size}")) if before <= size else []
        try:
            sent = Submission(before, tuple(bytes.fromhex(each) for each in proof), note)
            made = cosign(self._seen.state, sent, logs=[Verifier(known)], witness=self._cosigner, time=int(time.time()))
        except ProofFailed as failed:
            raise Refused(Refusal.CORRUPT, f"Not signed. {failed}", "") from None
        self._keep(Seen(made.state, {**self._seen.keys, origin: known}))  # before the signature leaves
        try:
            self._post("/api/record/cosignatures", {"lines": [made.line]})
        except Refused as refusal:
            return f"{origin} has grown from {before} to {size} entries; the house did not take the signature: {refusal.sentence}"
        return f"{origin} has grown from {before} to {size} entries, and is signed for."

    def _keep(self, seen: Seen) -> None:
        part = self._state.with_name(f".{self._state.name}.part")
        with part.open("wb") as file:
            file.write(msgspec.json.encode(seen))
            file.flush()
            os.fsync(file.fileno())
        os.replace(part, self._state)
        self._seen = seen

    def _get(self, path: str) -> bytes:
        return self._ask(path)

    def _post(self, path: str, body: Any) -> bytes:
        headers = {"Content-Type": "application/json", "Origin": self._house}
        return self._ask(path, json.dumps(body).encode(), headers)

    def _ask(self, path: str, body: bytes | None = None, headers: Mapping[str, str] | None = None) -> bytes:
        wrong = Refused(Refusal.MALFORMED, f"Expected an address like https://house.example, not {self._house!r}.", "")
        if not self._house.startswith(("http://", "https://")):
            raise wrong
        try:
            request = urllib.request.Request(self._house + path, body, dict(headers or {}))
            with urllib.request.urlopen(request, timeout=TIMEOUT) as reply:
                answer: bytes = reply.read()
                return answer
        except urllib.error.HTTPError as error:
            try:
                sentence = json.loads(error.read())["refused"]["sentence"]
            except (ValueError, LookupError, TypeError):
                sentence = f"The house answered with {error.code}."
            raise Refused(Refusal.STALE, sentence, "") from None
        except (ValueError, http.client.InvalidURL):
            raise wrong from None
        except OSError as error:
            raise Refused(Refusal.NOT_FOUND, f"{self._house} does not answer: {error}.", "") from None


def _private(file: Path) -> bytes:
    """The private key in a file, which is made, for its owner only, if it is not there."""
    try:
        handle = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        pass
    else:
        with os.fdopen(handle, "wb") as made:
            made.write(os.urandom(KEY_BYTES))
            made.flush()
            os.fsync(made.fileno())
    secret = file.read_bytes()
    if len(secret) != KEY_BYTES:
        raise Refused(Refusal.MALFORMED, f"{file} is not a key of {KEY_BYTES} bytes.", "")
    return secret
