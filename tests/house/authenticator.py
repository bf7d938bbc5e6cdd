"""A passkey in software: what an authenticator and a browser do between them, and what a bad one might do instead."""

import hashlib
import json
import os
from typing import Any

import cbor2
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from webauthn.helpers import base64url_to_bytes, bytes_to_base64url

PRESENT, VERIFIED, ATTESTED = 0x01, 0x04, 0x40


class Authenticator:
    """One key, for one site and person. ``count`` is how often it has signed."""

    def __init__(self, origin: str) -> None:
        self.origin = origin
        self.id = os.urandom(32)
        self.count = 0
        self.handle = ""
        self._key = ec.generate_private_key(ec.SECP256R1())

    def create(self, options: dict[str, Any]) -> dict[str, Any]:
        """``navigator.credentials.create``."""
        self.handle = options["user"]["id"]
        numbers = self._key.public_key().public_numbers()
        key = {1: 2, 3: -7, -1: 1, -2: numbers.x.to_bytes(32, "big"), -3: numbers.y.to_bytes(32, "big")}
        attested = bytes(16) + len(self.id).to_bytes(2, "big") + self.id + cbor2.dumps(key)
        data = self._data(options["rp"]["id"], ATTESTED) + attested
        return self._credential(
            clientDataJSON=self._client_data("webauthn.create", options["challenge"]),
            attestationObject=cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": data}),
        )

    def get(self, options: dict[str, Any]) -> dict[str, Any]:
        """``navigator.credentials.get``."""
        self.count += 1
        data = self._data(options["rpId"])
        client_data = self._client_data("webauthn.get", options["challenge"])
        signature = self._key.sign(data + hashlib.sha256(client_data).digest(), ec.ECDSA(SHA256()))
        return self._credential(
            clientDataJSON=client_data,
            authenticatorData=data,
            signature=signature,
            userHandle=base64url_to_bytes(self.handle),
        )

    def _data(self, site: str, flags: int = 0) -> bytes:
        flags |= PRESENT | VERIFIED
        return hashlib.sha256(site.encode()).digest() + bytes([flags]) + self.count.to_bytes(4, "big")

    def _client_data(self, kind: str, challenge: str) -> bytes:
        return json.dumps({"type": kind, "challenge": challenge, "origin": self.origin, "crossOrigin": False}).encode()

    def _credential(self, **response: bytes) -> dict[str, Any]:
        id = bytes_to_base64url(self.id)
        coded = {name: bytes_to_base64url(value) for name, value in response.items()}
        return {"id": id, "rawId": id, "type": "public-key", "response": coded, "clientExtensionResults": {}}
