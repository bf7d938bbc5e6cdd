"""The routes about programs of the staff and about webhooks: accounts, tokens, addresses. ``access`` says what a program may."""

from typing import Annotated, Any

from litestar import get, post
from litestar.params import Body, Parameter

from pitboss.authority import IN_THE_HOUSE, right_of
from pitboss.house.house import House
from pitboss.house.people.program_accounts import SCOPES, PendingProgram, ProgramAccount, needs_two, program_wish
from pitboss.house.people.programs import ProgramOutcome
from pitboss.house.people.register import Person
from pitboss.house.protocol.programs import (
    CreateProgram,
    NameWebhook,
    ProgramLine,
    ProgramList,
    ProgramRequest,
    ProgramToken,
    ScopeLine,
    WebhookLine,
    WebhookList,
    WebhookSecret,
)
from pitboss.house.webhooks.messages import TOPICS
from pitboss.house.webhooks.sending import WebhookState
from pitboss.house.wire.access import By, Own
from pitboss.roles import role_for

Number = Annotated[int, Parameter(ge=1, le=10**9, description="The number of a request for a program.")]
Program = Annotated[str, Parameter(max_length=40, description="The name of a program.")]
Webhook = Annotated[str, Parameter(max_length=40, description="The name of a webhook.")]
AGREES = right_of(IN_THE_HOUSE, "agree to program")


def routes(house: House) -> list[Any]:
    return [*_programs(house), *_webhooks(house)]


def _programs(house: House) -> list[Any]:
    programs, known = house.people.programs, house.register.programs

    def line(account: ProgramAccount) -> ProgramLine:
        state = "revoked" if account.revoked else "expired" if programs.is_over(account) else "active"
        return ProgramLine.from_domain(account, state=state, last_used=programs.last_used.get(account.program, ""))

    def request(reader: Person, waiting: PendingProgram) -> ProgramRequest:
        asked = waiting.asked
        may = reader.credential != asked.by.credential and role_for(reader.roles, AGREES.roles) is not None
        return ProgramRequest(asked.number, waiting.since, program_wish(asked), str(asked.by), may)

    def listed(reader: Person) -> ProgramList:
        scopes = tuple(ScopeLine(name, one.words, needs_two((name,))) for name, one in SCOPES.items())
        requests = tuple(request(reader, one) for one in known.waiting.values())
        return ProgramList(tuple(map(line, known.known.values())), requests, scopes)

    def result(reader: Person, program: str, made: ProgramOutcome) -> ProgramToken:
        return ProgramToken(listed(reader), program, made.token)

    @get("/api/administration/programs", right="see administration")
    async def all_programs(person: Own) -> ProgramList:
        """The programs that may sign in, or might once, and the requests for one that wait."""
        return listed(person)

    @post("/api/administration/programs", status_code=201, right="create program")
    async def create_program(data: Annotated[CreateProgram, Body()], person: Own) -> ProgramToken:
        """Create an account for a program; its token is shown now and never again. Where two persons decide, it waits."""
        made = await programs.ask(person, data.program, data.purpose, data.scopes, data.days)
        return result(person, data.program, made)

    @post("/api/administration/programs/requests/{number:int}/agree", status_code=200, right="agree to program")
    async def agree_to_program(number: Number, person: Own) -> ProgramToken:
        """Agree to the request of another administrator; the token is shown now and never again."""
        made = await programs.agree(person, number)
        return result(person, made.account.program if made.account is not None else "", made)

    @post("/api/administration/programs/requests/{number:int}/withdraw", status_code=200, right="create program")
    async def withdraw_program(number: Number, person: Own) -> ProgramList:
        """Take a request back, or refuse that of another administrator."""
        await programs.withdraw(person, number)
        return listed(person)

    @post("/api/administration/programs/{program:str}/revoke", status_code=200, right="revoke program")
    async def revoke_program(program: Program, person: Own) -> ProgramList:
        """The token of a program counts no more."""
        await programs.revoke(person, program)
        return listed(person)

    return [all_programs, create_program, agree_to_program, withdraw_program, revoke_program]


def _webhooks(house: House) -> list[Any]:
    def listed() -> WebhookList:
        found = []
        for hook in house.register.programs.webhooks.values():
            state = house.webhooks.states.get(hook.webhook, WebhookState())
            found.append(
                WebhookLine.from_domain(state, webhook=hook.webhook, url=hook.url, topics=hook.topics, by=str(hook.by))
            )
        return WebhookList(tuple(found), house.webhooks.allowed, TOPICS)

    @get("/api/administration/webhooks", right="see administration")
    async def all_webhooks() -> WebhookList:
        """Where what happens is sent to, and how that goes."""
        return listed()

    @post("/api/administration/webhooks", status_code=201, right="keep webhooks")
    async def name_webhook(data: Annotated[NameWebhook, Body()], by: By) -> WebhookSecret:
        """Send what happens to an address that is configured; the secret that signs it is shown now and never again."""
        made = await house.webhooks.name(data.webhook, data.url, data.topics, by)
        return WebhookSecret(listed(), made.webhook, house.webhooks.secret(made))

    @post("/api/administration/webhooks/{webhook:str}/end", status_code=200, right="keep webhooks")
    async def end_webhook(webhook: Webhook, by: By) -> WebhookList:
        """Send nothing to it any more."""
        await house.webhooks.end(webhook, by)
        return listed()

    return [all_webhooks, name_webhook, end_webhook]
