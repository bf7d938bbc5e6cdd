"""What decides a round is committed to before the first wager; players add words; seeds are opened in the end."""

import json
import random
from contextlib import suppress
from pathlib import Path

import pytest

from pitboss import catalogue
from pitboss.drivers.fair import NO_WORDS, add_word, commitment, mixed, shuffle_seed
from pitboss.house.founding import Plan
from pitboss.house.table import standing
from pitboss.house.table.recovery import rebuild
from pitboss.house.table.verify import verify_entries
from pitboss.procedure import Refused
from tests.house.desk import Desk, fingerprint, random_round, run
from tests.house.live import PRACTICE
from tests.house.sending import seat_wish, take_seat

GAMES = tuple(catalogue.games())


def told(desk: Desk, table: str) -> list[tuple[str, dict[str, object]]]:
    return [(e.kind, json.loads(bytes(e.payload))) for e in desk.house.store.entries(table)]


async def play(desk: Desk, rounds: int, *, words: bool = False) -> None:
    """Two players, random lawful rounds; where asked, each adds a word now and then."""
    pick = random.Random(7)
    players = {session.seat: session for session in [await desk.sit("t"), await desk.sit("t")]}
    for number in range(rounds):
        if words:
            with suppress(Refused):  # where nothing is committed to yet
                await desk.do("t", players[1], do="contribute", words=f"word {number}")
        await random_round(desk, "t", players, pick)


@pytest.mark.parametrize("game", GAMES)
def test_everything_is_committed_to_before_the_first_wager(game: str, tmp_path: Path) -> None:
    """Every seed of a round and of its shuffles follows from what stood in the record before anybody wagered, also where a
    deck is mixed again after the wagers (player-banked pai gow poker), and from the words of players."""

    async def work() -> None:
        async with Desk(tmp_path / "house.db", [Plan("t", game, game, PRACTICE)]) as desk:
            await play(desk, 3, words=True)
            await desk.quiet("t")
            promised: set[int] = set()
            before_wager: set[int] = set()
            wagered = False
            for kind, payload in told(desk, "t"):
                if kind == "pledged":
                    promised |= {payload.get("serial", 0), payload.get("shuffles", 0)}  # type: ignore[arg-type]
                elif kind == "round":
                    wagered, before_wager = False, set(promised)
                    assert payload["serial"] in promised
                elif kind == "step" and "wager" in {a["says"] for a in payload.get("answers", ())}:  # type: ignore[attr-defined]
                    wagered = True
                elif kind == "committed":
                    assert payload["source"] in (before_wager if wagered else promised)
            rebuilt = rebuild(desk.house.store, "t")
            assert fingerprint(rebuilt) == fingerprint(desk.table("t"))
            entries = list(desk.house.store.entries("t"))
            running = desk.table("t").play.first if desk.table("t").round is not None else len(entries) + 1
            verify_entries([e for e in entries if e.sequence < running])

    run(work)


def test_a_word_changes_what_is_drawn_and_the_verifier_knows_it(tmp_path: Path) -> None:
    """The house cannot have chosen the outcome: it depends on a word that came after its commitment."""

    async def work() -> None:
        async with Desk(tmp_path / "house.db", [Plan("r", "roulette", "R", PRACTICE)]) as desk:
            player = await desk.sit("r")
            await desk.bet("r", player, "red", 500)
            table = desk.table("r")
            assert table.state.chance.words == NO_WORDS
            await desk.do("r", player, do="contribute", words="my own word")
            assert table.state.chance.words == add_word(NO_WORDS, "my own word")
            with pytest.raises(Refused, match="already"):
                await desk.do("r", player, do="contribute", words="another")
            device = table.state.chance.devices.round
            assert device is not None
            assert device.seed is not None
            seed = device.seed
            await desk.do("r", player, do="ready")
            assert device.fair is not None
            assert device.fair.seed == mixed(seed, add_word(NO_WORDS, "my own word"))
            entries = list(desk.house.store.entries("r"))
            ended = next(n for n, e in enumerate(entries) if e.kind == "ended")
            verify_entries(entries[: ended + 1])
            word = next(n for n, e in enumerate(entries) if e.kind == "contributed")
            assert b"my own word" in bytes(entries[word].payload)

    run(work)


@pytest.mark.parametrize("words", ["", " ", "x" * 65, "\x00"])
def test_what_is_no_word_is_refused(words: str, tmp_path: Path) -> None:
    async def work() -> None:
        async with Desk(tmp_path / "house.db", [Plan("r", "roulette", "R", PRACTICE)]) as desk:
            player = await desk.sit("r")
            with pytest.raises(Refused, match="1 to 64"):
                await desk.do("r", player, do="contribute", words=words)

    run(work)


def test_a_shuffle_follows_from_its_source_number_and_words() -> None:
    """Each of the three changes the seed of a shuffle."""
    source, words = bytes(range(32)), add_word(NO_WORDS, "a")
    seeds = {
        shuffle_seed(source, 1, words),
        shuffle_seed(source, 2, words),
        shuffle_seed(source, 1, NO_WORDS),
        shuffle_seed(bytes(32), 1, words),
        mixed(source, words),
    }
    assert len(seeds) == 5
    assert all(commitment(one) != commitment(other) for one in seeds for other in seeds if one != other)


@pytest.mark.parametrize("game", ["blackjack", "go-fore-it", "baccarat"])
def test_every_seed_is_opened_when_the_table_closes(game: str, tmp_path: Path) -> None:
    """Also that of a shoe that was not dealt to its end, and what it follows from."""

    async def work() -> None:
        async with Desk(tmp_path / "house.db", [Plan("t", game, game, PRACTICE)]) as desk:
            await play(desk, 2)
            table = desk.table("t")
            assert table.state.chance.commitments
            await desk.do("t", desk.role("floor", "t"), do="close_table")
            while desk.table("t").state.standing.open:
                await desk.settle("t", 60)
            table = desk.table("t")
            assert not table.state.chance.commitments
            assert not desk.house.store.snapshots.secrets("t")
            promised = {p["serial"] for k, p in told(desk, "t") if k in ("round", "committed")}
            opened = {p["serial"] for k, p in told(desk, "t") if p.get("seed")}
            assert promised <= opened
            verdict = verify_entries(list(desk.house.store.entries("t")))
            assert all(not one.unopened for one in verdict.rounds)

    run(work)


def test_who_sits_down_adds_a_word_to_the_first_shuffle(tmp_path: Path) -> None:
    """At a table that waits for its first player the house has committed already, and the word comes with the seat."""

    async def work() -> None:
        async with Desk(tmp_path / "house.db", [Plan("t", "go-fore-it", "G", PRACTICE)]) as desk:
            await desk.quiet("t")
            table = desk.table("t")
            assert standing.awaits_players(table)
            assert table.state.chance.pledge[0]
            assert table.state.chance.source[0]
            await take_seat(desk.host("t"), seat_wish(desk.key(), word="mine"))
            found = [kind for kind, _ in told(desk, "t")]
            assert (
                found.index("pledged") < found.index("seated") < found.index("contributed") < found.index("committed")
            )
            assert table.state.chance.shuffle_words == add_word(NO_WORDS, "mine")

    run(work)
