"""The routes of tables of one's own: what one can begin with, rules as somebody tries them, and the table that comes of it.

Such a table is for practice, with play chips. It belongs to whoever signed in, or to a guest by a cookie that tells nothing
about them; it is listed to nobody, and friends come by its link. Rules from a link are checked like any submission.
"""

from contextlib import aclosing
from functools import cache
from typing import Annotated, Any

import msgspec
from litestar import Response, get, post
from litestar.params import Body, Parameter

from pitboss import catalogue, law
from pitboss.game import Game
from pitboss.house.filings import link
from pitboss.house.floorplan import variations
from pitboss.house.house import House
from pitboss.house.own_tables import guest
from pitboss.house.protocol.filings import DraftChecked
from pitboss.house.protocol.open_table import (
    LinkedDraft,
    OpenDraft,
    OpenDraftChecked,
    OpenTable,
    OwnTableLine,
    Practice,
    PracticeGame,
    PracticeKind,
)
from pitboss.house.storage.seal import new_token
from pitboss.house.table.entries import Founded
from pitboss.house.table.table import Table
from pitboss.house.wire import table_info
from pitboss.house.wire.access import EVERYBODY, AnyConnection, AnyRequest, session_of
from pitboss.house.wire.draft_check import Drafts
from pitboss.house.wire.filing_register import Baseline
from pitboss.house.wire.limits import client_of
from pitboss.house.wire.pushing import States, pushed
from pitboss.house.wire.traffic import Traffic
from pitboss.house.workers.drills import Under
from pitboss.house.workers.hand import JudgeMadeReady
from pitboss.house.workers.request import Rank
from pitboss.mathematics.kit.judging import is_judged
from pitboss.procedure import Refusal, Refused
from pitboss.shown import shown_of
from pitboss.submission import RulesSubmission, made_choices, submit

COOKIE = "pitboss-guest"
COOKIE_SECONDS = 365 * 24 * 3600
LONGEST_COOKIE = 200
LONGEST_TITLE = 64
READY_SECONDS = 60.0  # for which the judge of a new table is made ready
CLOSED = "This house offers no practice tables."
Letters = Annotated[str, Parameter(max_length=link.LONGEST, description="Rules, as a link carries them.")]


def routes(house: House, traffic: Traffic) -> list[Any]:
    return [*_looking(house), *_opening(house, traffic)]


# --- who asks


def owner_of(house: House, connection: AnyConnection) -> str:
    """As whose a table would be opened: whoever signed in, else the guest that a cookie names; empty for neither."""
    session = session_of(house.people, connection)
    if session is not None:
        return session.credential
    token = connection.cookies.get(COOKIE, "")
    return guest(token) if token and len(token) <= LONGEST_COOKIE else ""


def guest_cookie(connection: AnyConnection, token: str) -> str:
    """A guest's cookie: no script reads it, and no other site has it sent."""
    secure = "; Secure" if connection.url.scheme == "https" else ""
    return f"{COOKIE}={token}; Max-Age={COOKIE_SECONDS}; Path=/; HttpOnly; SameSite=Strict{secure}"


# --- looking


def _looking(house: House) -> list[Any]:
    @get("/api/practice", access=EVERYBODY)
    async def practice(request: AnyRequest) -> Practice:
        """What a visitor may practise, and the tables that they have."""
        if not practiced(house):
            return Practice(False)
        games = tuple(_game(house, game) for game in catalogue.games().values())
        owner = owner_of(house, request)
        own = tuple(_line(table) for _, table in house.own.tables(owner)) if owner else ()
        return Practice(True, games, own)

    @get("/api/practice/rules", access=EVERYBODY)
    async def linked(rules: Letters) -> LinkedDraft:
        """The rules that a link carries, as a draft."""
        return LinkedDraft(*link.decode(rules))

    @get("/api/practice/felt.svg", media_type="image/svg+xml", access=EVERYBODY)
    async def felt(rules: Letters) -> str:
        """The layout under the rules that a link carries."""
        name, _, choices = link.decode(rules)
        submit(catalogue.game(name).rules, choices)
        return table_info.drawing(name, msgspec.json.encode(choices, order="deterministic"))

    drafts = Drafts(house.workers, Rank.USUAL)

    @post("/api/practice/check", status_code=200, follows=True, access=EVERYBODY)
    async def check(data: Annotated[OpenDraft, Body()], request: AnyRequest) -> Response[OpenDraftChecked]:
        """What is known of rules as somebody tries them: legality, edges, and what is other than where they began. ``edges`` is
        null while they are being worked out; follow it, or ask again."""
        game, against = catalogue.game(data.game), _start(house, data)
        session = session_of(house.people, request)
        who = session.credential if session is not None else client_of(request.scope)  # a cookie is invented easily
        states = drafts.states(who, game, data.choices, against)
        return await pushed(request, _for_practice(states, game, data))

    return [practice, linked, felt, check]


async def _for_practice(states: States[DraftChecked], game: Game, data: OpenDraft) -> States[OpenDraftChecked]:
    """What a certificate holder has to specify in a filing has its default at a table for practice, and what a manager should
    look at twice concerns nobody's money there."""
    async with aclosing(states):
        async for checked in states:
            shown = msgspec.structs.asdict(checked) | {
                "choices": tuple(msgspec.structs.replace(line, specify=False) for line in checked.choices),
                "mistakes": tuple(one for one in checked.mistakes if not (one.warning or checked.lawful)),
            }
            letters = link.encode(game.name, _title(data.title, game), data.choices) if checked.lawful else ""
            yield OpenDraftChecked(**shown, rules=letters)


def practiced(house: House) -> dict[str, Founded]:
    """The practice tables of the floor: a house that has any lets visitors practise."""
    return {
        name: founded
        for name, founded in house.founded.items()
        if founded.settings.practice and not founded.settings.owner and not _is_retired(house, name)
    }


def _is_retired(house: House, name: str) -> bool:
    table = house.everywhere[name].table
    return table is not None and table.state.standing.retired


def _game(house: House, game: Game) -> PracticeGame:
    """The ways to play one game. A demonstration lists every variation, another house what stands on its floor."""
    founded = house.register.founded
    listed = founded is not None and founded.demonstration
    kinds, known = _variations(game.name, listed=listed)
    added = [
        PracticeKind(
            *(name, game.name, made.title, "", rules.minimum, rules.maximum),
            listed=True,
            rules=link.encode(game.name, made.title, made_choices(rules.chosen)),
        )
        for name, made in practiced(house).items()
        if made.game == game.name and (_comparable(rules := _rules_of(made)) not in known or not listed)
    ]
    proposed, favorite = law.edition(game.chapter).proposed, shown_of(game).favorite
    return PracticeGame(game.name, game.title, game.chapter, game.about, (*kinds, *added), proposed, favorite)


@cache
def _variations(game: str, *, listed: bool) -> tuple[tuple[PracticeKind, ...], frozenset[bytes]]:
    """The ways to begin that every house knows; and the rules of those that a demonstration lists."""
    shown = {one.id for one in variations.variations()}
    found = [(one, one.rules()) for one in variations.starts(game)]
    kinds = tuple(
        PracticeKind(
            *(one.id, game, one.title, one.about, rules.minimum, rules.maximum),
            listed=listed and one.id in shown,
            rules=link.encode(game, one.title, made_choices(rules.chosen)),
        )
        for one, rules in found
    )
    return kinds, frozenset(_comparable(rules) for one, rules in found if one.id in shown)


def _comparable(rules: RulesSubmission) -> bytes:
    """The choices apart from whose house it is."""
    return msgspec.json.encode({**rules.chosen, "holder": ""}, order="deterministic")


def _rules_of(founded: Founded) -> RulesSubmission:
    return table_info.rules_of(founded)[1]


def _start(house: House, data: OpenDraft) -> Baseline:
    """What rules are compared with: the kind that they began with."""
    title, rules = _of_kind(house, data.start or f"{data.game}.{variations.EXAMPLE}")
    # Whose house it is nobody chooses at an own table: where the draft is silent, so is what it is compared with.
    choices = {name: value for name, value in made_choices(rules.chosen).items() if name != "holder"}
    return Baseline(title, _named(house, choices) if "holder" in data.choices else choices)


def _of_kind(house: House, kind: str) -> tuple[str, RulesSubmission]:
    floor = practiced(house)
    if kind in floor:
        return floor[kind].title, _rules_of(floor[kind])
    found = variations.variation(kind)
    return found.title, found.rules()


def _line(table: Table) -> OwnTableLine:
    made = table.state.filing.founded
    letters = link.encode(made.game, made.title, made.choices)
    return OwnTableLine(table.name, made.game, made.title, letters, table.state.felt.number)


# --- opening


def _opening(house: House, traffic: Traffic) -> list[Any]:
    @post("/api/practice/tables", status_code=201, access=EVERYBODY)
    async def open_table(data: Annotated[OpenTable, Body()], request: AnyRequest) -> Response[OwnTableLine]:
        """Open a practice table of one's own, or find the one with the same rules and name that one has."""
        if not practiced(house):
            raise Refused(Refusal.NOT_OFFERED, CLOSED, "")
        game, title, choices = _wished(house, data)
        rules = submit(game.rules, _named(house, choices))
        owner, headers = owner_of(house, request), dict[str, str]()
        if not owner:
            token = new_token()
            owner, headers = guest(token), {"Set-Cookie": guest_cookie(request, token)}
        if house.own.find(owner, game.name, rules.hash(game.name), title) is None:
            traffic.check_own_table(client_of(request.scope))
        host = await house.own.open(owner, game.name, rules, title)
        if is_judged(game):
            house.workers.want(JudgeMadeReady(Under(game.name, made_choices(rules.chosen))), seconds=READY_SECONDS)
        traffic.own_table_opened(client_of(request.scope), host)
        return Response(_line(host.require_table()), headers=headers)

    return [open_table]


def _wished(house: House, data: OpenTable) -> tuple[Game, str, dict[str, Any]]:
    """Game, name and choices of the table that somebody wants."""
    if data.kind:
        title, rules = _of_kind(house, data.kind)
        floor = practiced(house).get(data.kind)
        name = floor.game if floor is not None else variations.variation(data.kind).game
        return catalogue.game(name), _title(data.title or title, catalogue.game(name)), made_choices(rules.chosen)
    if data.rules:
        name, title, choices = link.decode(data.rules)
        return catalogue.game(name), _title(data.title or title, catalogue.game(name)), choices
    if not data.game:
        raise Refused(
            Refusal.MALFORMED, "Say which table: a kind, the rules of a link, or a game with its choices.", ""
        )
    game = catalogue.game(data.game)
    return game, _title(data.title, game), made_choices(data.choices)


def _named(house: House, choices: dict[str, Any]) -> dict[str, Any]:
    """Choices in the name of this house, whose layout it is."""
    named = house.register.named_as
    return choices | {"holder": named.holder} if named is not None else choices


def _title(words: str, game: Game) -> str:
    """What a table is called: what somebody wrote, as far as it can be printed, else its game."""
    printed = "".join(letter if letter.isprintable() else " " for letter in words[: 4 * LONGEST_TITLE])
    return " ".join(printed.split())[:LONGEST_TITLE].strip() or game.title
