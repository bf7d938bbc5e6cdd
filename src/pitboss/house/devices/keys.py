"""The keys of devices: each is derived from the house's own, so that none is stored; told once, compared in constant time."""

import hmac
from collections.abc import Iterable

from pitboss.house.people.entries import DeviceKeyIssued
from pitboss.house.storage.seal import Sealer


def secret(sealer: Sealer, issued: DeviceKeyIssued) -> str:
    """The key that was issued to a device."""
    return sealer.token(f"device {issued.device} {issued.serial}")


def holder(sealer: Sealer, issued: Iterable[DeviceKeyIssued], given: str) -> DeviceKeyIssued | None:
    """Whose key this is; every key is compared, so that the time tells nothing."""
    found = None
    for one in issued:
        if hmac.compare_digest(secret(sealer, one).encode(), given.encode()):
            found = one
    return found
