"""The record by patron: searched by whoever they turn out to be, archived or not; and rated, with figures worked by hand."""

import csv
import io
import zipfile
from collections.abc import Awaitable, Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import duckdb
import pyarrow
import pytest
from msgspec.structs import astuple

from pitboss import catalogue
from pitboss.cli import main
from pitboss.house.evidence.bundle import EvidenceRequest, bundle
from pitboss.house.founding import Plan
from pitboss.house.people.demonstration import credential_of
from pitboss.house.protocol.board import RoundQuery
from pitboss.house.protocol.ratings import RatingLine, RatingQuery
from pitboss.house.records import asking, ratings, search
from pitboss.house.records.days import Days
from pitboss.house.records.facts import TableFold
from pitboss.house.records.filed import Filed
from pitboss.house.records.ratings import RatedSitting, RatedStake, edges_by_stake
from pitboss.house.records.records import Records
from pitboss.house.records.rows import PatronRow
from pitboss.house.table import entries
from pitboss.house.table.entries import Settings
from pitboss.interchange.gathering import Wanted, of_database
from pitboss.journal import Actor, Journal
from pitboss.mathematics.kit.edge import edges_for
from pitboss.procedure import Draw, Window
from pitboss.roles import Role
from tests.house.desk import Desk, run
from tests.house.live import Live
from tests.house.recorded import A_DAY, rows_of

FOLLOWED = Settings(
    dealer="person", chance="entered", follow=True, betting_seconds=0, election_seconds=0, settled_seconds=0
)
TABLES = ("wheel-1", "wheel-2")
ACCOUNT = credential_of(Role.PLAYER)
Bets = dict[int, dict[str, int]]  # by seat: wager → cents


class Wheel:
    """Two followed tables of roulette, on which every number is entered, so that all figures can be worked by hand."""

    def __init__(self, desk: Desk) -> None:
        self.desk, self.records = desk, Records(desk.house.store, desk.clock)

    def dealer(self, name: str) -> Any:
        return self.desk.person(Role.DEALER, name)

    async def opens(self, name: str) -> None:
        await self.desk.open_by_hand(name)
        self.desk.station(name, Role.FLOORPERSON)

    async def seats(self, name: str, seat: int, **more: Any) -> None:
        await self.desk.do(name, self.dealer(name), do="seat_patron", seat=seat, amount=40_000, **more)

    async def leaves(self, name: str, seat: int) -> None:
        await self.desk.do(name, self.dealer(name), do="free_seat", seat=seat)

    async def identifies(self, name: str, patron: int, card: str) -> None:
        floor = self.desk.person(Role.FLOORPERSON, name)
        await self.desk.do(name, floor, do="identify_patron", patron=patron, card=card)

    async def round(self, name: str, seconds: float, number: str, bets: Bets) -> None:
        """A round that takes so long, from its beginning to the number."""
        await self.begins(name)
        table = self.desk.table(name)
        self.desk.clock.pass_by(seconds)
        assert table.round is not None
        assert isinstance(table.round.pending, Window)
        for seat, wagers in bets.items():
            for wager, amount in wagers.items():
                answer = {"says": "wager", "wager": wager, "amount": amount, "by": seat}
                await self.desk.do(name, self.dealer(name), answer=answer)
        await self.desk.do(name, self.dealer(name), do="no_more_bets")
        assert isinstance(table.round.pending, Draw)
        await self.desk.do(name, self.dealer(name), answer={"says": number, "by": "chance"})
        (asked,) = table.round.elections()
        await self.desk.say(name, self.dealer(name), asked.options[0].answer(asked.to))
        await self.desk.take_and_pay(name)

    async def begins(self, name: str) -> None:
        """Until a round is in progress."""
        for _ in range(50):
            if self.desk.table(name).round is not None:
                return
            await self.desk.sign_all(name)
            await self.desk.settle(name)
        raise AssertionError("no round begins")

    async def rated(self, query: RatingQuery, *, names: bool = True) -> list[RatingLine]:
        return await self.records.ratings(query, edges, names=names)

    def found(self, **query: Any) -> Any:
        self.records.update()
        return search.find_rounds(self.records.source(), RoundQuery(**query))


async def edges(filed: Filed) -> dict[tuple[str, str], Fraction]:
    game = catalogue.game(filed.game)
    return edges_by_stake(edges_for(game, game.example()))


def at_the_wheel(tmp_path: Path, work: Callable[[Wheel], Awaitable[None]]) -> None:
    async def inside() -> None:
        plans = [Plan(name, "roulette", name, FOLLOWED) for name in TABLES]
        async with Desk(tmp_path / "house.db", plans) as desk:
            wheel = Wheel(desk)
            for name in TABLES:
                await wheel.opens(name)
            await work(wheel)
            wheel.records.close()

    run(inside)


def test_who_was_identified_is_found_with_all_they_did_before_archived_days_too(tmp_path: Path) -> None:
    """Nothing is rewritten: the rows of the archived day are those of before, and the account finds them."""

    async def work(wheel: Wheel) -> None:
        first, second = TABLES
        await wheel.seats(first, 2)
        await wheel.seats(first, 4)
        await wheel.round(first, 10, "7", {2: {"red": 1900}, 4: {"black": 3800}})
        wheel.desk.clock.pass_by(A_DAY)
        await wheel.round(first, 10, "8", {2: {"red": 1900}})
        assert [one.day for one in wheel.records.archive_until()] == ["2023-11-14"]
        before = rows_of(wheel.records)["wagers"]
        assert {row[-2] for row in before} == {1, 2}
        assert wheel.found(player=ACCOUNT).lines == 0, "control: nobody knows yet"
        assert wheel.found(player=f"{first} p1").totals.staked == 3800
        await wheel.identifies(first, 1, ACCOUNT)
        assert wheel.found(player=ACCOUNT).lines == 0, "entries of a round in progress are not read"
        await wheel.round(first, 10, "8", {4: {"black": 1000}})
        await wheel.seats(second, 3, card=ACCOUNT)
        await wheel.round(second, 10, "9", {3: {"red": 5700}})
        name = wheel.desk.house.register.people[ACCOUNT].name
        for player in (ACCOUNT, name, name.upper()):
            totals = wheel.found(player=player).totals
            assert (totals.rounds, totals.wagers, totals.staked) == (3, 3, 1900 + 1900 + 5700)
        assert wheel.found(player=f"{first} p1").totals.staked == 3800
        assert wheel.found(player=f"{first} p2").totals.staked == 4800
        assert set(before) < set(rows_of(wheel.records)["wagers"])
        groups = wheel.found(group_by=("patron",), order="wagered").groups
        assert [(g.keys, g.labels, g.totals.rounds, g.totals.wagered, g.totals.win) for g in groups] == [
            ((ACCOUNT,), (name,), 3, 9500, -1900 + 1900 - 5700),
            ((f"{first} p2",), ("Unknown patron 2",), 2, 4800, 3800 - 1000),
        ]

    at_the_wheel(tmp_path, work)


def test_who_takes_a_seat_is_another_and_who_is_moved_the_same(tmp_path: Path) -> None:
    async def work(wheel: Wheel) -> None:
        name = TABLES[0]
        await wheel.seats(name, 2)
        await wheel.round(name, 10, "7", {2: {"red": 1000}})
        floor = wheel.desk.person(Role.FLOORPERSON, name)
        await wheel.desk.do(name, floor, do="move_seat", seat=2, to_seat=5)
        await wheel.seats(name, 2, card="77")
        await wheel.round(name, 10, "7", {2: {"red": 2000}, 5: {"red": 4000}})
        assert wheel.found(player=f"{name} p1").totals.staked == 5000
        assert wheel.found(player="77").totals.staked == wheel.found(player="card 77").totals.staked == 2000
        state = await wheel.records.round_state(name, 2)
        assert [(one.seat, one.patron, one.start, one.end) for one in state.funds] == [
            (2, 2, 40_000, 42_000),
            (5, 1, 41_000, 45_000),
        ]

    at_the_wheel(tmp_path, work)


async def a_day_and_another(wheel: Wheel) -> None:
    """Patron 1 of the first table, later known by account: 40 s and 60 s on the first day, 20 s on the second, and 30 s at the
    second table. Their neighbour: 50 s, a sitting that began in the middle of a round."""
    first, second = TABLES
    await wheel.seats(first, 2)
    await wheel.round(first, 40, "7", {2: {"red": 1900, "odd": 1900}})  # both won: +38.00
    await wheel.begins(first)
    wheel.desk.clock.pass_by(10)
    await wheel.seats(first, 4)
    await wheel.round(first, 50, "8", {2: {"red": 3800}, 4: {"black": 1900}})  # lost 38.00, won 19.00
    await wheel.round(first, 500, "8", {4: {"red": 1900}})  # lost 19.00; patron 1 sits it out
    wheel.desk.clock.pass_by(A_DAY)
    await wheel.leaves(first, 2)
    await wheel.identifies(first, 1, ACCOUNT)
    await wheel.seats(first, 3, card=ACCOUNT)
    await wheel.round(first, 20, "00", {3: {"first_five_numbers": 3800}})  # won at 6 to 1: +228.00
    await wheel.seats(second, 1, card=ACCOUNT)
    await wheel.round(second, 30, "11", {1: {"red": 5700}})  # lost 57.00


def test_ratings_are_as_worked_by_hand(tmp_path: Path) -> None:
    """Worth: $1/19 of all but the first five numbers, of which it is $3/38."""

    async def work(wheel: Wheel) -> None:
        await a_day_and_another(wheel)
        first, second = TABLES
        by_sitting = await wheel.rated(RatingQuery(by=("day", "sitting")))
        figures = [
            (one.patron, one.day, one.table, one.seconds, one.rounds, one.handle, one.average_bet, one.won, one.worth)
            for one in by_sitting
        ]
        assert sorted(figures) == sorted([
            (ACCOUNT, "2023-11-14", first, 100, 2, 7600, 3800, 0, 400),
            (ACCOUNT, "2023-11-15", first, 20, 1, 3800, 3800, 22_800, 300),
            (ACCOUNT, "2023-11-15", second, 30, 1, 5700, 5700, -5700, 300),
            (f"{first} p2", "2023-11-14", first, 550, 2, 3800, 1900, 0, 200),
        ])  # fmt: skip
        everything = await wheel.rated(RatingQuery())
        assert {
            (o.patron, o.seconds, o.rounds, o.handle, o.average_bet, o.won, o.worth, o.unrated) for o in everything
        } == {
            (ACCOUNT, 150, 4, 17_100, 4275, 17_100, 1000, 0),
            (f"{first} p2", 550, 2, 3800, 1900, 0, 200, 0),
        }
        wheel.records.archive_until()
        assert await wheel.rated(RatingQuery()) == everything, "archived or not"
        one_day = await wheel.rated(RatingQuery(since="2023-11-15", by=("table",), player=ACCOUNT))
        assert {(one.table, one.handle) for one in one_day} == {(first, 3800), (second, 5700)}
        unnamed = await wheel.rated(RatingQuery(), names=False)
        assert {(one.patron, one.name) for one in unnamed} == {(f"{first} p1", ""), (f"{first} p2", "")}

    at_the_wheel(tmp_path, work)


def test_the_sheet_of_a_database_has_the_same_figures(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    at_the_wheel(tmp_path, a_day_and_another)
    for names, patron in ((["--names"], ACCOUNT), ([], f"{TABLES[0]} p1")):
        monkeypatch.setattr("sys.argv", ["pitboss", "ratings", "--database", str(tmp_path / "house.db"), *names])
        with pytest.raises(SystemExit) as ended:
            main()
        assert not ended.value.code
        lines = {line["patron"]: line for line in csv.DictReader(io.StringIO(capsys.readouterr().out))}
        assert set(lines) == {patron, f"{TABLES[0]} p2"}
        assert [lines[patron][name] for name in ("seconds", "handle", "won", "worth")] == [
            "150",
            "17100",
            "17100",
            "1000",
        ]


def test_control_a_wrong_edge_or_a_missing_one_shows() -> None:
    """Twice the edge is twice the worth; a wager whose edge is not known is told apart and worth nothing."""
    sat = [RatedSitting("p", "P", "t", 1, 5, "d", 3, 90_500, "a", "b")]
    staked = [RatedStake("p", "t", 5, "d", "roulette", "s", wager, "", 1900, 0) for wager in ("red", "other")]
    for edge, worth in ((Fraction(1, 19), 100), (Fraction(2, 19), 200)):
        (line,) = ratings.rate(sat, staked, {"s": {("red", ""): edge}}, (), names=True)
        assert (line.worth, line.unrated, line.handle, line.average_bet, line.won) == (worth, 1900, 3800, 1266, -3800)
        assert line.seconds == 90


@pytest.mark.parametrize("name", ["casino-war", "over-under", "go-fore-it"])
def test_what_is_added_to_a_wager_is_worth_what_that_wager_is(name: str) -> None:
    """On average the worth of all that is staked is the edge of the first wager: 651a, 686a."""
    game = catalogue.game(name)
    edges = edges_for(game, game.example())
    main = next(edge for edge in edges if edge.staked != 1 and not edge.conditional)
    found = edges_by_stake(edges)
    assert found[main.wager, ""] * main.staked == main.house_edge
    added = [edge.wager for edge in edges if edge.conditional and edge.staked != 1] + list(main.includes)
    assert added
    assert {found[wager, ""] for wager in added} == {found[main.wager, ""]}


def test_names_are_for_those_who_see_the_pit(tmp_path: Path) -> None:
    """The count team sees figures, and is refused a search by name; the floor sees both."""
    with Live(tmp_path / "house.db", [Plan("wheel-1", "roulette", "wheel-1", FOLLOWED)]) as live:
        for role, status in ((Role.COUNT_TEAM, 403), (Role.PIT_MANAGER, 200)):
            assert live.post("/api/pit/ratings", {}, live.cookie(role)).status_code == 200
            assert live.post("/api/pit/ratings", {"player": "Ann"}, live.cookie(role)).status_code == status
        sheet = live.post("/api/pit/ratings.csv", {"by": ["day"]}, live.cookie(Role.PIT_MANAGER))
        assert sheet.text.startswith(
            "patron,name,day,table,sitting,since,until,seconds,rounds,handle,average_bet,won,worth"
        )
        assert live.post("/api/pit/ratings", {}, live.cookie(Role.DEALER)).status_code == 403


def test_evidence_says_who_a_patron_turned_out_to_be(tmp_path: Path) -> None:
    """The entry comes with the bundle, and the page names the patron and their number; control: their neighbour stays unknown."""

    async def work(wheel: Wheel) -> None:
        name, people = TABLES[0], wheel.desk.house.register.people
        await wheel.seats(name, 2)
        await wheel.seats(name, 4)
        await wheel.round(name, 10, "7", {2: {"red": 1000}, 4: {"red": 1000}})
        await wheel.leaves(name, 2)
        await wheel.seats(name, 2)
        await wheel.identifies(name, 1, ACCOUNT)
        await wheel.round(name, 10, "7", {2: {"red": 1000}})
        store, log = wheel.desk.house.store, wheel.desk.house.record.log
        await wheel.desk.house.record.make_head()
        asked = EvidenceRequest(Actor("B-1", "Bea Board", "board"), "2023-11-15T00:00:00.000Z", "Example Casino")
        with zipfile.ZipFile(io.BytesIO(bundle(store, log, name, (1,), asked=asked))) as made:
            page, record = made.read("rounds.html").decode(), made.read("entries.jsonl")
        assert record.count(b'"kind":"patron_identified"') == 1
        assert f"eat 2 ({people[ACCOUNT].name}, p1)" in page
        assert "eat 4 (Unknown patron 2, p2)" in page
        assert ", p3)" not in page

    at_the_wheel(tmp_path, work)


def test_lines_of_rounds_name_the_patron(tmp_path: Path) -> None:
    """Who is moved keeps their number; who takes the seat has another. Names are told only where they are asked for."""

    async def work(wheel: Wheel) -> None:
        name = TABLES[0]
        await wheel.seats(name, 2)
        await wheel.round(name, 10, "7", {2: {"red": 1000}})
        floor = wheel.desk.person(Role.FLOORPERSON, name)
        await wheel.desk.do(name, floor, do="move_seat", seat=2, to_seat=5)
        await wheel.seats(name, 2)
        await wheel.round(name, 10, "7", {2: {"red": 1000}})
        lines = list(of_database(tmp_path / "house.db", Wanted(tables=(name,))))
        assert {one.seat: one.patron for one in lines[0].seats} == {2: 1}
        assert {one.seat: one.patron for one in lines[1].seats} == {5: 1, 2: 2}
        assert not any(one.name for line in lines for one in line.seats)

    at_the_wheel(tmp_path, work)


def test_a_visitor_is_one_patron_at_all_their_tables_and_their_purse_is_nowhere() -> None:
    """Two tables, one purse: one identity, which is a patron of one of the tables. Another purse is another."""
    found = []
    for table, purses in (("a", ("guest-one", "guest-two")), ("b", ("guest-two", ""))):
        fold, journal = TableFold(table, Days()), Journal(table)
        for seat, purse in enumerate(purses, 1):
            seated = entries.Seated(
                seat, f"Guest {seat}", 1000, purse=purse, transfer="key" if purse else "", patron=seat
            )
            found += list(fold.take(journal.append("seated", seated, "2026-11-18T08:00:00.000Z")))
    rows = [row for row in found if isinstance(row, PatronRow)]
    assert not any("guest-" in str(value) for row in rows for value in astuple(row))
    columns = {name: [getattr(row, name) for row in rows] for name in PatronRow.__struct_fields__}
    opened = duckdb.connect()
    opened.register("patrons", pyarrow.table(columns))
    named = opened.execute(f"SELECT table_id, patron, identity FROM ({asking.IDENTITIES}) ORDER BY ALL").fetchall()
    assert named == [("a", 1, "a p1"), ("a", 2, "a p2"), ("b", 1, "a p2"), ("b", 2, "b p2")]
