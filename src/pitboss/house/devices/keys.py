"""The keys of devices: each is derived from the house's own, so that none is stored; told once, compared in constant time."""

import hmac
from collections.abc import Iterable

from pitboss.house.people.entries import DeviceKeyIssued
from pitboss.house.storage.seal import Sealer


def secret(sealer: Sealer, issued: DeviceKeyIssued) -> str:
    """The key that was issued to a device."""
    return _codes(sealer, issued)[0]


def _codes(sealer: Sealer, issued: DeviceKeyIssued) -> list[str]:
    """The key, and where that of all devices was replaced, what it was before."""
    return sealer.device_codes(f"device {issued.device} {issued.serial}")


def holder(sealer: Sealer, issued: Iterable[DeviceKeyIssued], given: str) -> DeviceKeyIssued | None:
    """Whose key this is; every key is compared, so that the time tells nothing."""
    found = None
    for one in issued:
        for code in _codes(sealer, one):
            if hmac.compare_digest(code.encode(), given.encode()):
                found = one
    return found
