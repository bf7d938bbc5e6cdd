"""Who asks something at a table over HTTP: the player of a seat by its token, or else whoever is signed in."""

import msgspec

from pitboss.house.host import rights
from pitboss.house.host.host import Host
from pitboss.house.host.sessions import Session
from pitboss.house.house import House
from pitboss.house.wire.access import AnyRequest, session_of
from pitboss.procedure import Refusal, Refused


def session_of_seat(house: House, host: Host, request: AnyRequest) -> Session:
    """Who asks: the player of a seat by its token, or else whoever is signed in."""
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    if token and scheme.lower() != "bearer":
        raise Refused(Refusal.NOT_SIGNED_IN, "Send the token as Authorization: Bearer.", "")
    signed_in = session_of(house.people, request)
    if signed_in is not None:
        house.people.sessions.touch(signed_in)
    if token or signed_in is None:
        person = signed_in.credential if signed_in is not None else ""
        return msgspec.structs.replace(house.sessions.of(token.strip(), host.name), person=person)
    return rights.current_session(host, Session(hash=signed_in.hash, person=signed_in.credential))
