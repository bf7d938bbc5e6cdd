"""The routes by which players make an account for themselves."""

from typing import Annotated, Any

from litestar import Response, post
from litestar.params import Body

from pitboss.house.people.passkeys import site_of
from pitboss.house.people.people import People
from pitboss.house.people.registration import new_number, passkey_options, register
from pitboss.house.protocol.people import NewPlayer, NewPlayerName, NewPlayerPasskey, SessionState
from pitboss.house.wire.access import EVERYBODY, AnyRequest
from pitboss.house.wire.limits import client_of
from pitboss.house.wire.people import can_stay_signed_in, passkey_of, session_begun
from pitboss.house.wire.traffic import Traffic


def routes(people: People, traffic: Traffic) -> list[Any]:
    @post("/api/registration/passkey/options", status_code=200, access=EVERYBODY)
    async def options(data: Annotated[NewPlayerName, Body()], request: AnyRequest) -> NewPlayerPasskey:
        """What to ask an authenticator for, and the number of the account that it would be for."""
        traffic.check_registration(client_of(request.scope))
        number = new_number(people)
        site = site_of(request.headers.get("host", ""))
        return NewPlayerPasskey(passkey_options(people, data.name, number, site), number)

    @post("/api/registration", status_code=201, access=EVERYBODY)
    async def registered(data: Annotated[NewPlayer, Body()], request: AnyRequest) -> Response[SessionState]:
        """Make an account for oneself, and sign in."""
        can_stay_signed_in(request)
        traffic.check_registration(client_of(request.scope))
        passkey = passkey_of(data.passkey, data.label, request)
        token = await register(people, data.name, credential=data.credential, password=data.password, passkey=passkey)
        return await session_begun(people, request, token)

    return [options, registered]
