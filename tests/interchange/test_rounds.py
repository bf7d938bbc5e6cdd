"""Rounds as lines: everything that decided them and nothing that is secret, whatever they are read from."""

import json
import random
import sqlite3
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path
from typing import Any

import jsonschema
import msgspec
import pytest

from pitboss import catalogue
from pitboss.events import Dealt, Settlement
from pitboss.families.baccarat.play import Table as BaccaratState
from pitboss.house.founding import Plan
from pitboss.house.storage.reading import Reader
from pitboss.house.storage.seal import Sealer
from pitboss.house.storage.store import Store
from pitboss.house.table import entries as kinds
from pitboss.house.wire import archive
from pitboss.interchange import gathering
from pitboss.interchange.again import again
from pitboss.interchange.gathering import TableRounds, Wanted, of_database, waits
from pitboss.interchange.rounds import SCHEMA, PlayedRound, decode, encode, schema
from pitboss.interchange.sources import rounds_of
from pitboss.journal import Entry, Step
from pitboss.procedure import Draw, Refused, Window
from tests.house.desk import Desk, run
from tests.house.live import BY_HAND
from tests.house.recorded import PRACTICE
from tests.house.recorded import told as told_by_the_journal
from tests.interchange.conftest import CLOSE, ROUNDS


def reader(database: Path) -> Reader:
    return Reader(database, Sealer.read(database.with_name(database.name + ".key")))


@pytest.mark.parametrize("game", catalogue.games())
def test_every_round_is_told_and_plays_again_from_its_line(game: str, told: dict[str, list[PlayedRound]]) -> None:
    """From the line alone: its state and history come to its events, each settlement with its provision."""
    rounds = told[game]
    assert [played.round for played in rounds][:ROUNDS] == list(range(1, ROUNDS + 1))
    for played in rounds:
        line = encode(played)
        assert line.count(b"\n") == 1
        assert decode(line) == played
        events, _ = again(decode(line))
        assert len(events) == len(played.events) > 0
        assert all(one.cite for one in played.settlements)
    assert any(played.settlements for played in rounds)
    assert any(played.wagers for played in rounds)


def test_lines_hold_what_the_journal_holds(told: dict[str, list[PlayedRound]], database: Path) -> None:
    """Settlements, times and results of every round that is over, read by other code."""
    store = Store(database)
    try:
        names = [f"{game}-1" for game in told]
        journal = {
            (table, ended.round): [event for event in events if isinstance(event, Settlement)]
            for table, ended, events in told_by_the_journal(store, names)
        }
        lines = {(one.table, one.round): one for rounds in told.values() for one in rounds}
        assert lines.keys() == journal.keys()
        assert all(list(lines[key].settlements) == found for key, found in journal.items())
        for name in names:
            for number, _, _, opened, closed, result, _, _, void in store.history.rounds(name, 1 << 60, 100):
                one = lines[name, number]
                assert (one.opened, one.closed, one.result, one.void) == (opened, closed, result, bool(void))
    finally:
        store.close()


def test_the_schema_is_up_to_date_and_every_line_has_its_shape(told: dict[str, list[PlayedRound]]) -> None:
    """`python -m pitboss.interchange.rounds` writes it; lines are held to it by a validator that is none of ours."""
    assert SCHEMA.read_bytes() == schema()
    validator = jsonschema.Draft202012Validator(json.loads(schema()))
    jsonschema.Draft202012Validator.check_schema(validator.schema)
    short = [msgspec.structs.replace(rounds[-1], events=rounds[-1].events[-3:]) for rounds in told.values()]
    lines = [json.loads(encode(played)) for played in short]  # a validator takes its time for every event
    for line in lines:
        validator.validate(line)
    for wrong in ({"pitboss_round": 2}, {"history": [{"answer": {"by": 1}}]}, {"settlements": [{"event": "won"}]}):
        assert not validator.is_valid(lines[0] | wrong)


def test_a_line_that_was_changed_does_not_play_again(told: dict[str, list[PlayedRound]]) -> None:
    """Another outcome, another settlement or other choices are refused, in one sentence that names the round."""
    played = next(one for one in told["roulette"] if one.settlements)
    more = msgspec.structs.replace(played.settlements[0], returned=played.settlements[0].returned + 100)
    changed = {
        "other settlements": msgspec.structs.replace(played, settlements=(more, *played.settlements[1:])),
        "not over": msgspec.structs.replace(played, history=played.history[:-1]),
        "do not match their hash": msgspec.structs.replace(
            played, rules=msgspec.structs.replace(played.rules, choices=played.rules.choices | {"minimum": "7.00"})
        ),
        "is not told": msgspec.structs.replace(played, state=None),
    }
    for why, one in changed.items():
        with pytest.raises(Refused, match=why) as refused:
            again(one)
        assert played.name in str(refused.value).casefold()


# --- nothing secret


def test_names_are_left_out_unless_asked(database: Path, told: dict[str, list[PlayedRound]]) -> None:
    """Seats are told; the names of those who sat there only on request, and no token or seed at all."""
    named = {one.name for one in told["roulette"][0].seats}
    assert len(named) == 3
    data = b"".join(map(encode, of_database(database, Wanted(events=True))))
    assert b'"seats":[{"seat":1,"patron":1},{"seat":2,"patron":2},{"seat":3,"patron":3}]' in data
    assert b'"name":' not in data  # not the words: the baccarat dealer announces "Player 3"
    with closing(sqlite3.connect(database)) as db, closing(reader(database)) as own:
        unopened = [seed for table in own.tables() for seed in own.secrets(table).values()]
        tokens = [text for (text,) in db.execute("SELECT hash FROM sessions")]
    assert unopened
    assert tokens
    assert not [seed for seed in unopened if seed.hex().encode() in data]
    assert not [one for one in tokens if (one if isinstance(one, bytes) else one.encode()) in data]


def test_a_round_in_progress_is_not_told(tmp_path: Path) -> None:
    """The database of a house that is open, in the middle of a hand: not one card of it."""

    async def work() -> None:
        path = tmp_path / "house.db"
        async with Desk(path, [Plan("b", "blackjack", "Blackjack", PRACTICE)]) as desk:
            player = await desk.sit("b")
            for number in (1, 2):
                await desk.until_asked("b") if number == 1 else await desk.do("b", player, do="ready")
                await desk.decline_cut("b", player)
                await desk.bet("b", player, "blackjack", 1000)
                await desk.do("b", player, do="ready")
                play_on = desk.table("b").round
                while (
                    number == 1
                    and play_on is not None
                    and not play_on.closed
                    and desk.table("b").state.felt.number == 1
                ):
                    await desk.say("b", player, (play_on.elections()[0].options[0]).answer(player.seat))
                    play_on = desk.table("b").round
            assert desk.table("b").state.felt.number == 2
            found = list(of_database(path, Wanted(events=True)))
            running = desk.table("b").round
            assert [one.round for one in found] == ([1] if running is not None else [1, 2])

    run(work)


def test_a_card_that_waits_for_the_next_hand_is_told_with_that_one(database: Path) -> None:
    """Drawn in error, unseen, and the first of the next hand: until that one is over the round before is held back."""
    assert waits(gathering._plain(BaccaratState(kept=("9C",))))
    assert not waits(gathering._plain(BaccaratState()))
    with closing(reader(database)) as own:
        journal = list(own.entries("minibaccarat-1"))
    fold, given = TableRounds("minibaccarat-1", Wanted()), list[Entry]()
    for entry in journal:
        if entry.kind == "ended" and not given and fold._table is not None and fold._table.round is not None:
            left = fold._table.round
            left.result = msgspec.structs.replace(left.result, kept=("9C",))  # as after a card drawn in error
            assert fold.take(entry) == []
            assert fold.is_waiting
            given.append(entry)
        elif found := fold.take(entry):
            assert [one.round for one in found] == [1, 2]
            return
    raise AssertionError("the next round is never over")


# --- by other rules, by hand


def test_rounds_of_other_rules_are_told_without_a_state(database: Path, told: dict[str, list[PlayedRound]]) -> None:
    """Where a step does not replay as it is recorded, lines go on with what the record says, and from a kept snapshot on in
    full."""
    with closing(reader(database)) as own:
        journal = list(own.entries("casino-war-1"))
        kept = own.waypoints("casino-war-1")
        fold, found = TableRounds("casino-war-1", Wanted()), []
        at = next(number for number, entry in enumerate(journal) if b'"event":"paid"' in bytes(entry.payload))
        for entry in [*journal[:at], _otherwise(journal[at]), *journal[at + 1 :]]:
            found += fold.take(entry)
            if not fold.is_replayed and entry.sequence in kept:
                fold.resume(own.waypoint("casino-war-1", entry.sequence))
    assert len(found) == len(told["casino-war"])
    without = [one for one in found if one.state is None]
    assert 0 < len(without) <= CLOSE
    assert found[-1].state == told["casino-war"][-1].state
    assert [one.cite for one in without[0].settlements].count("651a.0") == 1
    with pytest.raises(Refused, match="is not told, so it cannot be played again"):
        again(without[0])


def _otherwise(entry: Entry) -> Entry:
    """A step as other rules would have settled it: under a provision that is not in these."""
    made = msgspec.json.decode(entry.payload, type=Step)
    first = next(number for number, event in enumerate(made.events) if event.__struct_config__.tag == "paid")
    events = list(made.events)
    events[first] = msgspec.structs.replace(events[first], cite="651a.0")
    return msgspec.structs.replace(
        entry, payload=msgspec.Raw(msgspec.json.encode(msgspec.structs.replace(made, events=tuple(events))))
    )


@pytest.mark.parametrize(("game", "folded"), [("casino-war", False), ("dj-wild-stud-poker", True)])
def test_a_table_dealt_by_hand(game: str, folded: bool, tmp_path: Path) -> None:
    """Cards face down have their faces where they were turned; an outcome that was taken back is gone."""

    async def work() -> list[PlayedRound]:
        path, name = tmp_path / "house.db", "t"
        waiting = msgspec.structs.replace(BY_HAND, settled_seconds=60)
        async with Desk(path, [Plan(name, game, game, waiting)]) as desk:
            await desk.open_by_hand(name)
            player = await desk.sit(name)
            dealer, pick = desk.role("dealer", name), random.Random(game)
            await desk.until_asked(name)
            for _ in range(300):
                table = desk.table(name)
                if table.round is None:
                    break
                pending = table.round.pending
                if isinstance(pending, Draw):
                    says = pick.choice([one.says for one in pending.lawful()])
                    await desk.do(name, dealer, answer={"says": says, "by": "chance"})
                    if table.play.correctable is not None and pick.random() < 0.3:
                        await desk.do(name, dealer, do="correct")
                elif isinstance(pending, Window):
                    if not table.state.felt.up:
                        for wager in ("ante", "blind") if game == "dj-wild-stud-poker" else ("initial",):
                            await desk.bet(name, player, wager, 1500)
                    await desk.do(name, dealer, do="no_more_bets")
                else:
                    asked = table.round.elections()[0]
                    who = player if asked.to == player.seat else dealer
                    await desk.say(name, who, (asked.default or asked.options[0]).answer(asked.to))
            taken_back.append(sum(entry.kind == "corrected" for entry in desk.house.store.entries(name)))
            without.extend(told_without_replaying(desk.house.store.entries(name)))
            return list(of_database(path, Wanted(events=True)))

    taken_back, without = list[int](), list[PlayedRound]()
    (played,) = run(work)
    assert taken_back[0] > 0
    assert [(one.history, one.settlements, one.chance) for one in without] == [
        (played.history, played.settlements, played.chance)
    ]
    assert played.face_down
    assert played.settlements
    events, _ = again(decode(encode(played)))
    assert tuple(events) == played.events
    dealt = [event.card for event in played.events if isinstance(event, Dealt)]
    assert {card for card in dealt if not card.startswith("?")} <= set(played.chance)
    assert any(card.startswith("?") for card in dealt) is folded  # those nobody turned
    assert "?" in played.chance  # and neither the card that was burned


def told_without_replaying(journal: Iterable[Entry]) -> list[PlayedRound]:
    """The rounds as the entries alone tell them, by rules that are not installed."""
    fold, found = TableRounds("t", Wanted()), list[PlayedRound]()
    fold._table = None
    for entry in journal:
        found += fold.take(entry)
    return found


# --- from elsewhere


def test_a_part_begins_at_a_kept_snapshot(database: Path, told: dict[str, list[PlayedRound]]) -> None:
    """A few rounds of a long table are found without reading what was before them, and are the same."""
    heard: list[tuple[int, int]] = []
    wanted = Wanted(("craps-1",), CLOSE + 1, CLOSE + 2, events=True, names=True)
    found = list(of_database(database, wanted, heard=lambda read, of: heard.append((read, of))))
    assert found == told["craps"][CLOSE : CLOSE + 2]
    with closing(reader(database)) as own:
        assert heard[0][0] > own.waypoints("craps-1")[0]
    assert heard[-1][0] == heard[-1][1] > 0
    with pytest.raises(Refused, match="There is no table craps-2; there are: roulette-1"):
        list(of_database(database, Wanted(("craps-2",))))


def test_a_gaming_day_is_found(database: Path, told: dict[str, list[PlayedRound]]) -> None:
    """By the date on which rounds were closed, as the house counts its days."""
    day = "2023-11-14"  # the clock of these houses stands still
    found = [one.round for one in of_database(database, Wanted(("roulette-1",), day=day))]
    assert found == [one.round for one in told["roulette"]]
    for other in ("2023-11-13", "2023-11-15"):
        assert not list(of_database(database, Wanted(("roulette-1",), day=other)))


def test_an_exported_record_gives_the_same_lines(database: Path, tmp_path: Path, told: dict[str, Any]) -> None:
    """The record of a table, as the house hands it out; a part of one is refused."""
    store, file = Store(database), tmp_path / "record.jsonl"
    try:
        running = next((e.sequence for e in _last_round(store, "blackjack-1")), None)
        file.write_bytes(b"".join(archive.export(store, "blackjack-1", running)))
    finally:
        store.close()
    assert list(rounds_of(file, Wanted(events=True, names=True))) == told["blackjack"]
    file.write_bytes(b"".join(file.read_bytes().splitlines(keepends=True)[1:]))
    with pytest.raises(Refused, match="blackjack-1 can be read from its whole record only"):
        list(rounds_of(file, Wanted()))


def _last_round(store: Store, table: str) -> list[Entry]:
    """The first entry of a round in progress, if there is one."""
    found: list[Entry] = []
    for entry in store.entries(table):
        if isinstance(kinds.DECODERS[entry.kind].decode(entry.payload), kinds.Began):
            found = [entry]
        elif entry.kind in ("ended", "unplayed"):
            found = []
    return found


def test_a_file_of_rounds_is_read_as_it_was_written(told: dict[str, list[PlayedRound]], tmp_path: Path) -> None:
    """And what is none says which line is wrong."""
    file = tmp_path / "rounds.jsonl"
    file.write_bytes(b"".join(encode(one) for one in told["sic-bo"]))
    assert list(rounds_of(file, Wanted(events=True, names=True))) == told["sic-bo"]
    assert [one.round for one in rounds_of(file, Wanted(first=2, last=3))] == [2, 3]
    assert not any(one.events or one.seats[0].name for one in rounds_of(file, Wanted()))
    file.write_bytes(encode(told["sic-bo"][0]) + b'{"pitboss_round":1,"game":"sic-bo"}\n')
    with pytest.raises(Refused, match="Line 2 is not a round"):
        list(rounds_of(file, Wanted()))


def test_rounds_come_one_by_one(database: Path) -> None:
    """The first is there before the rest was read: nothing gathers a whole record."""
    read: list[int] = []
    found = of_database(database, Wanted(("roulette-1",)), heard=lambda now, of: read.append(now))
    first = next(found)
    assert first.round == 1
    assert len(read) == 1
    found.close()  # type: ignore[attr-defined]
