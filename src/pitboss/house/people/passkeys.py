"""Passkeys (W3C WebAuthn): registered as discoverable credentials, so that signing in needs no name; sealed at rest."""

import ipaddress
import logging
from collections.abc import Mapping
from typing import Any, cast

import msgspec

from pitboss.house.people.challenges import VALID_SECONDS, Challenges
from pitboss.house.people.register import Person
from pitboss.house.people.steady import SteadyClock
from pitboss.house.storage import store
from pitboss.house.storage.store import Store, Write
from pitboss.procedure import Refusal, Refused

log = logging.getLogger("pitboss")

SIGN_IN = "sign in"  # the purpose of a challenge that no session and no invitation asked for
MOST = 20  # passkeys of one person
UNPROVED = "This passkey is not known here, or did not prove itself."
LOOPBACK = ("127.0.0.1", "localhost", "::1")  # names under which a page needs no https

Response = Mapping[str, Any]  # what navigator.credentials returned, as toJSON() writes it


class Site(msgspec.Struct, frozen=True):
    """Where a page was reached: ``name`` without the port, for passkeys to be bound to; ``origins`` it can have."""

    name: str
    origins: tuple[str, ...]


class Passkey(msgspec.Struct, frozen=True):
    """A public key of a person, and how often it has signed, where its authenticator counts."""

    id: str
    credential: str
    public_key: bytes
    count: int


class Passkeys:
    """The passkeys of one house."""

    def __init__(self, store: Store, clock: SteadyClock) -> None:
        self._store = store
        self._challenges = Challenges(clock)

    # --- registration

    def registration(self, person: Person, purpose: str, site: Site) -> dict[str, Any]:
        """What ``navigator.credentials.create`` is to be called with."""
        known = self._store.access.passkeys(person.credential)
        if len(known) >= MOST:
            raise Refused(Refusal.FORBIDDEN_CHOICE, f"A person has {MOST} passkeys at most.", "")
        challenge = self._challenges.issue(f"{purpose} {person.credential}")
        handle, site_name = self._handle(person.credential), bound_to(site)
        asked = _authenticators().to_register(
            site_name, handle, person.credential, person.name, challenge, VALID_SECONDS, known
        )
        return cast(dict[str, Any], asked)

    def registered(self, person: Person, purpose: str, site: Site, response: Response) -> Write:
        """The write by which a person gets the passkey that their authenticator made."""
        challenge = _challenge_in(response)
        self._challenges.spend(challenge, f"{purpose} {person.credential}")
        try:
            found = _authenticators().registered(response, challenge, bound_to(site), list(site.origins))
        except Exception as error:  # a stranger's bytes: the library raises whatever they break
            raise _unverified(error) from None
        id = _authenticators().id_of(found)
        passkey = Passkey(id, person.credential, found.credential_public_key, found.sign_count)
        if self._store.access.passkey(passkey.id) is not None:
            raise Refused(Refusal.FORBIDDEN_CHOICE, "This passkey is registered already.", "")
        return store.PASSKEY, (passkey.id, passkey.credential, self._sealed(passkey))

    # --- signing in

    def question(self, site: Site) -> dict[str, Any]:
        """What ``navigator.credentials.get`` is to be called with."""
        asked = _authenticators().to_sign_in(bound_to(site), self._challenges.issue(SIGN_IN), VALID_SECONDS)
        return cast(dict[str, Any], asked)

    def answered(self, site: Site, response: Response) -> tuple[str, Write]:
        """Whose passkey signed, and the write of its new count; a refusal where it does not prove that."""
        challenge = _challenge_in(response)
        self._challenges.spend(challenge, SIGN_IN)
        kept = self._store.access.passkey(str(response.get("id")))
        if kept is None:
            raise _unverified("unknown")
        opened = self._store.sealer.open(kept[1], f"passkey {response['id']}")
        passkey = msgspec.msgpack.decode(opened, type=Passkey)
        try:
            found = _authenticators().signed(
                response, challenge, bound_to(site), list(site.origins), passkey.public_key, passkey.count
            )
            named = _authenticators().handle_in(response)
        except Exception as error:  # as above; a count that did not grow is among them
            raise _unverified(error) from None
        if named not in (None, self._handle(passkey.credential)):
            raise _unverified("the handle of another person")
        used = msgspec.structs.replace(passkey, count=found.new_sign_count)
        return passkey.credential, (store.PASSKEY_USED, (self._sealed(used), used.id))

    def count(self, credential: str) -> int:
        """How many passkeys a person has."""
        return len(self._store.access.passkeys(credential))

    def _sealed(self, passkey: Passkey) -> bytes:
        return self._store.sealer.seal(msgspec.msgpack.encode(passkey), f"passkey {passkey.id}")

    def _handle(self, credential: str) -> bytes:
        """How an authenticator knows the person; it tells nobody else who they are."""
        return self._store.sealer.token(f"passkeys of {credential}").encode()


def site_of(host: str) -> Site:
    """The site that a Host header names. Its pages come over https; on this machine http will do."""
    name = name_in(host)
    schemes = ("https", "http") if name in LOOPBACK else ("https",)
    return Site(name, tuple(f"{scheme}://{host.lower()}" for scheme in schemes))


def name_in(host: str) -> str:
    """The name in a Host header, without the port."""
    bare = host.rpartition(":")[0] if host.rpartition(":")[2].isdigit() and not host.endswith("]") else host
    return bare.strip("[]").lower()


def bound_to(site: Site) -> str:
    """The name that passkeys of this site are bound to; browsers bind none to an address."""
    try:
        ipaddress.ip_address(site.name)
    except ValueError:
        return site.name
    raise Refused(
        Refusal.FORBIDDEN_CHOICE,
        f"Passkeys need a host name, and this page was reached by the address {site.name}; use localhost, or the name of "
        "the house, or a password.",
        "",
    )


def _authenticators() -> Any:
    """Loaded late: most houses are opened, and most people sign in, without it."""
    from pitboss.house.people import authenticators

    return authenticators


def _challenge_in(response: Response) -> bytes:
    try:
        return cast(bytes, _authenticators().challenge_in(response))
    except Exception:  # as above
        raise Refused(Refusal.MALFORMED, "This is not the answer of a passkey.", "") from None


def _unverified(why: object) -> Refused:
    log.info("a passkey was refused: %s", why)
    return Refused(Refusal.NOT_SIGNED_IN, UNPROVED, "")
