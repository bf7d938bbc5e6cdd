"""The routes of filings: the register, drafts and what is known of them, the Board's decisions, papers."""

import asyncio
from typing import Annotated, Any

from litestar import Response, get, post
from litestar.params import Body, Parameter

from pitboss import catalogue
from pitboss.game import Game
from pitboss.house.host import conditions as binds
from pitboss.house.house import House
from pitboss.house.people import entries
from pitboss.house.people.filings import CITE, Filing
from pitboss.house.protocol.filings import (
    BindingMessage,
    ComingFiling,
    DecideFiling,
    Draft,
    DraftChecked,
    FileDraft,
    FilingDetail,
    FilingLine,
    GameLine,
    WithdrawFiling,
)
from pitboss.house.protocol.studies import AskStudy, Study
from pitboss.house.table.filing import limits_of
from pitboss.house.wire import filing_register as register
from pitboss.house.wire.access import AnyRequest, By, Own
from pitboss.house.wire.draft_check import Drafts, lawful
from pitboss.house.wire.pushing import States, pushed
from pitboss.house.workers.paper import PaperAsked, papers
from pitboss.house.workers.request import Rank
from pitboss.house.workers.study import StudyAsked
from pitboss.paper.particulars import Particulars
from pitboss.paper.review_clock import day
from pitboss.procedure import Refusal, Refused
from pitboss.submission import HOLDER, file_submission, made_choices

TableNumber = Annotated[str, Parameter(max_length=64, description="The number of a table.")]
FilingId = Annotated[str, Parameter(max_length=64, description="The number of a filing in this house, like F-3.")]
FORMS = {".html": "text/html", ".pdf": "application/pdf", ".svg": "image/svg+xml"}
FILINGS = ("filings",)  # the scope of programs
GIVEN = (*FORMS.values(), "application/octet-stream")
FileName = Annotated[str, Parameter(max_length=64, description="A paper and its form, like guide.pdf.")]


def routes(house: House) -> list[Any]:
    return [*_looking(house), *_drafting(house), *_deciding(house), *_papers(house)]


# --- looking


def _looking(house: House) -> list[Any]:
    drafts = Drafts(house.workers, Rank.FIRST)

    @get("/api/games", right="see filings", scopes=FILINGS)
    async def games() -> list[GameLine]:
        """Every game for which rules can be filed."""
        return [_game_line(game, house) for game in catalogue.games().values()]

    @get("/api/filings", right="see filings", scopes=FILINGS)
    async def filings() -> list[FilingLine]:
        """The register, latest first."""
        earlier = await asyncio.to_thread(register.ever_in_force, house)
        found = await register.places(house)
        known = reversed(house.register.filings.known.values())
        return [register.line(house, filing, earlier, found) for filing in known]

    @get("/api/filings/{filing:str}", right="see filings", scopes=FILINGS)
    async def one(filing: FilingId) -> FilingDetail:
        """A filing with its choices."""
        house.register.filings.get(filing)
        return await register.detail(house, filing, await asyncio.to_thread(register.ever_in_force, house))

    @post("/api/filings/check", status_code=200, follows=True, right="see filings", scopes=FILINGS)
    async def check(data: Annotated[Draft, Body()], request: AnyRequest, by: By) -> Response[DraftChecked]:
        """What is known of a draft as somebody types it: legality, warnings, edges, what it would change. ``edges`` is null while
        they are being worked out; follow it, or ask again."""
        game, against = catalogue.game(data.game), await register.compared_with(house, data)
        return await pushed(request, drafts.states(by.credential, game, data.choices, against))

    @post("/api/filings/study", status_code=200, follows=True, right="see filings", scopes=FILINGS)
    async def study(data: Annotated[AskStudy, Body()], request: AnyRequest, by: By) -> Response[Study]:
        """A draft studied: held against another, one choice swept through, or the fewest changes that reach an edge.
        ``ready`` is false while it is worked out; follow it, or ask again."""
        draft, against = data.draft, await register.compared_with(house, data.draft)
        asked = StudyAsked(
            catalogue.game(draft.game).name, _nobodys(draft.choices), data.study,
            None if against is None else _nobodys(against.choices),
            data.choice, data.wager, data.edge, data.changes, data.stake, data.pace,
        )  # fmt: skip
        return await pushed(request, _studied(house, asked, by.credential))

    return [games, filings, one, check, study]


async def _studied(house: House, asked: StudyAsked, asker: str) -> States[Study]:
    """What is done so far, then the study."""
    if house.workers.known(asked) is None:
        yield Study()
    async for state in house.workers.results(asked, asker=asker):
        yield state


def _nobodys(choices: dict[str, Any]) -> dict[str, Any]:
    """Whose house it is makes no difference to a figure."""
    return choices | {"holder": HOLDER}


def _own(house: House, choices: dict[str, Any]) -> dict[str, Any]:
    """Choices in the name of this house: nobody files in another's."""
    named = house.register.named_as
    return choices | {"holder": named.holder} if named is not None else choices


def _game_line(game: Game, house: House) -> GameLine:
    example = _own(house, made_choices(game.example().chosen))
    return GameLine(game.name, game.title, game.chapter, game.about, example, papers())


# --- drafting and filing


def _drafting(house: House) -> list[Any]:
    numbering = asyncio.Lock()  # a new draft gets the next number: two at once get two

    @post("/api/filings", status_code=201, right="draft filing", scopes=FILINGS)
    async def save(data: Annotated[Draft, Body()], by: By) -> FilingDetail:
        """Save a draft, a new one or one that is there; it may still be unlawful."""
        game, known = catalogue.game(data.game), house.register.filings
        if data.instead_of and known.get(data.instead_of).game != data.game:
            raise Refused(Refusal.FORBIDDEN_CHOICE, f"{data.instead_of} is for another game than {data.game}.", CITE)
        choices = _own(house, made_choices(data.choices))
        rules = lawful(game, choices)
        title = " ".join(data.title.split()) or game.title
        hashed = "" if rules is None else rules.hash(game.name)
        async with numbering:
            id = known.get(data.filing).id if data.filing else known.next_id
            made = entries.FilingDrafted(id, game.name, title, choices, hashed, by, data.instead_of)
            await house.register.enter(made)
        return await register.detail(house, id)

    @post("/api/filings/{filing:str}/file", status_code=200, right="file filing")
    async def file(filing: FilingId, data: Annotated[FileDraft, Body()], by: By) -> FilingDetail:
        """File a draft with the Board: lawful, and with everything that the text says shall be specified."""
        found = house.register.filings.get(filing)
        game, number = catalogue.game(found.game), " ".join(data.number.split())
        if not number:
            raise Refused(Refusal.MALFORMED, "Say under which number it is filed.", CITE)
        rules = await asyncio.to_thread(file_submission, game.rules, _own(house, found.choices))
        complete = made_choices(rules.chosen)
        await house.register.enter(
            # Every choice as it counts, so that what is in force never depends on a default of the software.
            entries.FilingDrafted(
                found.id, found.game, found.title, complete, rules.hash(game.name), by, found.instead_of
            ),
            entries.FilingFiled(filing, number, register.day_of(house, data.date), by),
        )
        return await register.detail(house, filing)

    @post("/api/filings/{filing:str}/withdraw", status_code=200, right="withdraw filing")
    async def withdraw(filing: FilingId, data: Annotated[WithdrawFiling, Body()], by: By) -> FilingDetail:
        """A filing or a draft is not pursued any more; not one that is in force somewhere."""
        reason = " ".join(data.reason.split())
        if not reason:
            raise Refused(Refusal.MALFORMED, "Say why.", "")
        places = await register.places(house)
        if used := (*places.in_force.get(filing, ()), *places.scheduled.get(filing, ())):
            raise Refused(
                Refusal.LOCKED,
                f"{filing} is in force, or is to come, at {', '.join(used)}; put another in force.",
                CITE,
            )
        await house.register.enter(entries.FilingWithdrawn(filing, reason, by))
        return await register.detail(house, filing)

    return [save, file, withdraw]


# --- the Board


def _deciding(house: House) -> list[Any]:
    @post("/api/filings/{filing:str}/decide", status_code=200, right="decide filing")
    async def decide(filing: FilingId, data: Annotated[DecideFiling, Body()], person: Own) -> FilingDetail:
        """The Board approves or refuses what was filed."""
        found, conditions = house.register.filings.get(filing), " ".join(data.conditions.split())
        by = person.doing("decide filing", first=(found.filed_by,))
        if not data.approved and not conditions:
            raise Refused(Refusal.MALFORMED, "Say why it is refused.", CITE)
        date = register.day_of(house, data.date)
        binding = _binding(house, data)
        await house.register.enter(entries.FilingDecided(filing, data.approved, date, by, conditions, binding))
        return await register.detail(house, filing)

    @get("/api/tables/{table:str}/filings/{filing:str}", right="see filings", scopes=FILINGS)
    async def comes(table: TableNumber, filing: FilingId) -> ComingFiling:
        """What would change at a table if a filing came into force there, and under which conditions it may."""
        found, at = house.register.filings.get(filing), house.host(table).require_table()
        if found.game != at.game.name:
            raise Refused(Refusal.FORBIDDEN_CHOICE, f"{found.id} is for {found.game}, not for {at.game.name}.", CITE)
        changes = binds.coming(at, found).words
        return ComingFiling(changes, binds.sentences(found.binding), found.conditions)

    return [decide, comes]


def _binding(house: House, data: DecideFiling) -> entries.Binding | None:
    """The conditions that are rules, or a refusal of what cannot be one."""
    given = data.binding
    if given is None or given == BindingMessage():
        return None
    if not data.approved:
        raise Refused(Refusal.MALFORMED, "A filing that is refused has no conditions; say why it is refused.", CITE)
    for date in (given.since, given.until):
        if date:
            day(date)
    if given.since and given.until and given.until < given.since:
        words = f"Expected a last date from {given.since} on, not {given.until}."
        raise Refused(Refusal.MALFORMED, words, CITE)
    unknown = [name for name in given.tables if name not in house.everywhere]
    if unknown:
        words = f"Expected tables of this house, not {unknown[0]!r}; there are: {', '.join(house.everywhere)}."
        raise Refused(Refusal.NOT_FOUND, words, CITE)
    return entries.Binding(given.maximum, given.since, given.until, given.tables)


# --- papers


def _papers(house: House) -> list[Any]:
    async def printed(game: str, choices: dict[str, Any], file: str, particulars: Particulars) -> Response[bytes]:
        name, dot, suffix = file.rpartition(".")
        known = {paper.name: paper.suffixes for paper in papers()}
        if dot + suffix not in known.get(name, ()):
            listed = ", ".join(paper + suffix for paper, suffixes in known.items() for suffix in suffixes)
            raise Refused(Refusal.NOT_FOUND, f"There is no paper {file!r}; there are: {listed}.", "")
        body = await house.workers.ask(PaperAsked(game, choices, name, dot + suffix, particulars))
        headers = {"Content-Disposition": f'attachment; filename="{game}-{name}.{suffix}"', "Cache-Control": "no-store"}
        return Response(body, media_type=FORMS.get(dot + suffix, "application/octet-stream"), headers=headers)

    @get("/api/filings/{filing:str}/documents/{file:str}", gives=GIVEN, right="see filings", scopes=FILINGS)
    async def of_filing(filing: FilingId, file: FileName) -> Response[bytes]:
        """A paper of a filing, as a file."""
        found = house.register.filings.get(filing)
        return await printed(found.game, found.choices, file, await _particulars(house, found))

    @post("/api/filings/documents/{file:str}", status_code=200, gives=GIVEN, right="see filings", scopes=FILINGS)
    async def of_draft(file: FileName, data: Annotated[Draft, Body()]) -> Response[bytes]:
        """A paper of a draft as it is typed, as a file."""
        named = house.register.named_as
        particulars = Particulars() if named is None else Particulars(
            holder=named.holder, licence=named.licence, address=named.address
        )  # fmt: skip
        return await printed(catalogue.game(data.game).name, data.choices, file, particulars)

    return [of_filing, of_draft]


async def _particulars(house: House, filing: Filing) -> Particulars:
    named, places = house.register.named_as, await register.places(house)
    tables = places.in_force.get(filing.id, ()) or places.scheduled.get(filing.id, ())
    founded = {table.name: table.state.filing.founded for table in house.tables() if table.name in tables}
    titles = {one.title for one in founded.values()}  # patrons read what the tables are called, not how the filing is
    here = places.in_force.get(filing.id, ())
    return Particulars(
        holder=named.holder if named else "",
        licence=named.licence if named else "",
        address=named.address if named else "",
        tables=tables,
        posted={table: limits_of(one.choices) for table, one in founded.items() if table in here},
        title=titles.pop() if len(titles) == 1 else "",
        filing=filing.number,
        drafted=filing.drafted[:10],
        filed=filing.filed,
        decided=filing.decided,
        effective=min((places.since[table] for table in tables if places.since.get(table)), default="")[:10],
        by=str(filing.filed_by or filing.drafted_by),
        conditions=" ".join((filing.conditions, *binds.sentences(filing.binding))).strip(),
        decided_by=str(filing.decided_by or ""),
        refused=filing.state == "refused",
    )
