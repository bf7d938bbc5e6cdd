"""Certificates: every one that is made is accepted, every alteration refused, and the checker stands alone."""

import ast
import copy
import random
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from fractions import Fraction
from pathlib import Path
from typing import Any

import msgspec
import pytest

from pitboss import catalogue
from pitboss.chapters.ch633a_blackjack.rules import Rules, SplitAces
from pitboss.chapters.ch670a_six_card_fortune.rules import Rules as SixCardRules
from pitboss.chapters.ch687a_dj_wild_stud_poker.rules import Rules as DJWildRules
from pitboss.library.certificates import certify
from pitboss.mathematics.blackjack.analyzer import expectation
from pitboss.mathematics.blackjack.edges import PRECISION, basic
from pitboss.mathematics.blackjack.filed_terms import terms
from pitboss.mathematics.certificates import check, making
from pitboss.mathematics.certificates.making import certificate, written
from pitboss.mathematics.dj_wild_stud_poker import edges as dj_wild
from pitboss.mathematics.kit.edge import COMBINATORIAL, INTERVAL, Edge, Outcome, half_width
from pitboss.mathematics.six_card_fortune import edges as six_card
from pitboss.procedure import Refused

CHECKER = Path(check.__file__)
ALTERATIONS, REWORDED = 10_000, 3_000
MOST_LINES = 400
QUICK = (
    "roulette",
    "big-six-wheel",
    "sic-bo",
    "craps",
    "mini-craps",
    "minibaccarat",
    "over-under",
    "go-fore-it",
    "casino-war",
)
EVERY_KIND = {"elementary", "burned", "burned edge", "plan", "exchange", "sample"}
Certificate = dict[str, Any]
Path_ = tuple[Any, ...]


def of_game(name: str, edge: Edge) -> Certificate:
    game = catalogue.game(name)
    return certificate(game, game.example(), edge)


def blackjack_edge() -> tuple[Rules, Edge]:
    """Basic strategy with one deck, without what only its distribution would add."""
    rules = Rules(split_aces=SplitAces.ONE_CARD, decks=1)
    worth = Fraction(round(expectation(basic(1, terms(rules)))[0] * PRECISION), PRECISION)
    outcomes = (Outcome("win", Fraction(1), (1 + worth) / 2), Outcome("lose", Fraction(-1), (1 - worth) / 2))
    edge = Edge(
        "633a", "blackjack", "blackjack", outcomes, decks=1, strategy="basic", method=COMBINATORIAL, value=-worth
    )
    return rules, edge


def sampled() -> Certificate:
    """A sample of a wager on even chances, as the intervals of the games are."""
    chance, rounds, scale = random.Random(39), 4_096, 10
    nets = [chance.choice((-10, 10)) for _ in range(rounds)]
    total, squares = sum(nets), sum(net * net for net in nets)
    width = half_width(Fraction(squares, rounds) - Fraction(total, rounds) ** 2, rounds) / scale
    lost = Fraction(nets.count(10), rounds)
    outcomes = (Outcome("win", Fraction(1), 1 - lost), Outcome("lose", Fraction(-1), lost))
    edge = Edge(
        "617a", "roulette", "red", outcomes, method=INTERVAL, half_width=width, value=Fraction(total, rounds * scale)
    )
    game = catalogue.game("roulette")
    made = making.sample(39, [1_024] * 4, scale, total, squares)
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(making, "_identities", lambda *_: [made])
        return certificate(game, game.example(), edge)


@pytest.fixture(scope="module")
def pool() -> list[Certificate]:
    """Small certificates with every kind of identity."""
    wanted = {
        "roulette": ("red", "first_five_numbers"), "craps": ("pass_bet", "field_bet"), "over-under": ("ante", "bonus"),
        "casino-war": ("initial", "tie"), "minibaccarat": ("tie",), "go-fore-it": ("gopher",),
    }  # fmt: skip
    found = [one for name, wagers in wanted.items() for one in certify(name) if one["about"]["wager"] in wagers]
    rules, edge = blackjack_edge()
    found += [certificate(catalogue.game("blackjack"), rules, edge), sampled()]
    dj = catalogue.game("dj-wild-stud-poker").example()
    assert isinstance(dj, DJWildRules)
    return [*found, of_game("dj-wild-stud-poker", dj_wild.progressive(dj))]


@pytest.mark.parametrize("name", QUICK)
def test_every_edge_of_a_game_has_a_certificate_that_is_right(name: str) -> None:
    """As a line of a file, by the checker."""
    made = certify(name)
    assert made
    for one in made:
        said, right = check.check_line(written(one))
        assert right, said
    assert sum(bool(one["identities"]) for one in made) * 2 >= len(made)


def test_poker_wagers_are_counted_again_with_any_card_burned() -> None:
    rules = catalogue.game("six-card-fortune-pai-gow-poker").example()
    assert isinstance(rules, SixCardRules)
    for edge in (six_card.fortune(), six_card.progressive(rules)):
        (identity,) = of_game("six-card-fortune-pai-gow-poker", edge)["identities"]
        assert sum(count for _, count in identity["shoe"]) == 53
        assert len(identity["without"]) == 14  # thirteen ranks and the joker


def test_the_effects_of_removal_at_blackjack_are_those_that_are_known() -> None:
    """Fives and fours cost the player most where they stay in, aces and tens where they are gone (Griffin's order)."""
    rules, edge = blackjack_edge()
    (identity,) = certificate(catalogue.game("blackjack"), rules, edge)["identities"]
    gone = {card: float(Fraction(one)) for (card, _), one in zip(identity["shoe"], identity["edges"], strict=True)}
    assert min(gone, key=lambda card: gone[card]) == "5"
    assert sorted(gone, key=lambda card: -gone[card])[:2] == ["A", "T"]


def test_an_edge_that_breaks_an_identity_is_not_published() -> None:
    """Two outcomes whose chances were exchanged: the sum is whole, and the cards say otherwise."""
    game = catalogue.game("minibaccarat")
    from pitboss.mathematics.minibaccarat.edges import edges

    tie = next(edge for edge in edges(game.example()) if edge.wager == "tie")  # type: ignore[arg-type]
    won, *others, lost = tie.outcomes
    exchanged = Outcome(won.name, won.net, lost.probability), *others, Outcome(lost.name, lost.net, won.probability)
    wrong = msgspec.structs.replace(tie, outcomes=exchanged)
    with pytest.raises(
        Refused, match=r"^The edge of tie is not published: it breaks an identity\. With one card burned"
    ):
        certificate(game, game.example(), wrong)


# --- alterations


def leaves(of: Any, at: Path_ = ()) -> Iterator[Path_]:
    if isinstance(of, dict | list):
        for key, value in of.items() if isinstance(of, dict) else enumerate(of):
            yield from leaves(value, (*at, key))
    else:
        yield at


def holder(certificate_: Certificate, at: Path_) -> Any:
    found: Any = certificate_
    for key in at[:-1]:
        found = found[key]
    return found


def altered(value: Any, chance: random.Random) -> Any:
    """Another value of the same kind."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return chance.choice(
            (value + 1, max(0, value - 1) if value else 2, value * 2 + 1, value + chance.randrange(1, 10**6))
        )
    if not value:
        return "x"
    place = chance.randrange(len(value))
    letters = "0123456789" if value[place].isdigit() else "abcdefgh-/ "
    return value[:place] + chance.choice([one for one in letters if one != value[place]]) + value[place + 1 :]


def is_refused(certificate_: Certificate) -> bool:
    try:
        check.check(certificate_)
    except check.WrongCertificate:
        return True
    return False


def alter(found: Certificate, at: Path_, value: Any, then: Callable[[Certificate], None]) -> bool:
    """Whether it is refused with another value somewhere, hashed again; it is put back afterwards."""
    place, before, words, digest = holder(found, at), holder(found, at)[at[-1]], found["words"], found["hash"]
    place[at[-1]] = value
    then(found)
    if at != ("hash",):
        found["hash"] = check.digest(found)
    refused = is_refused(found)
    found["words"], found["hash"] = words, digest
    place[at[-1]] = before
    return refused


def test_ten_thousand_alterations_hashed_again_are_all_refused(pool: list[Certificate]) -> None:
    """Any number or letter of the file; unaltered they are all accepted, before and after (the control)."""
    kinds = {identity["kind"] for one in pool for identity in one["identities"]}
    assert kinds == EVERY_KIND
    assert not any(is_refused(one) for one in pool)
    chance, places = random.Random(3939), [list(leaves(one)) for one in pool]
    for _ in range(ALTERATIONS):
        which = chance.randrange(len(pool))
        at = chance.choice(places[which])
        value = altered(holder(pool[which], at)[at[-1]], chance)
        assert alter(pool[which], at, value, lambda _: None), (pool[which]["about"], at, value)
    assert not any(is_refused(one) for one in pool)


LABELS = ("about", "words", "hash", "format")
NAMES = ("kind", "device", "seed", "tolerance", "name", "choices", "edges")


def is_counted(at: Path_, value: Any) -> bool:
    """Whether a leaf is a number that others follow from: no label, no seed, and nothing that a tolerance covers."""
    if at[0] in LABELS or any(name in at for name in NAMES if name != "seed" or at[0] == "identities"):
        return False
    if at[0] == "claim" and at[1] == "from":
        return False
    return isinstance(value, int) or value.lstrip("-").replace("/", "").isdigit()


def test_numbers_altered_with_the_words_rendered_again_are_refused(pool: list[Certificate]) -> None:
    """By arithmetic alone: whoever alters a number has to alter all that follows from it."""

    def reword(found: Certificate) -> None:
        with suppress(ValueError, ZeroDivisionError):
            found["words"] = check.in_words(found)

    chance, tried = random.Random(93), 0
    places = [[at for at in leaves(one) if is_counted(at, holder(one, at)[at[-1]])] for one in pool]
    while tried < REWORDED:
        which = chance.randrange(len(pool))
        at = chance.choice(places[which])
        if at[0] == "identities" and at[-1] == 0:  # the name of a card, a result or a situation
            continue
        value = altered(holder(pool[which], at)[at[-1]], chance)
        assert alter(pool[which], at, value, reword), (pool[which]["about"]["game"], at, value)
        tried += 1


def test_ways_moved_from_one_outcome_to_another_are_refused_by_the_burned_card() -> None:
    """Every sum stays what it was, and so do the claims: the identity alone says that it is wrong."""
    tie = next(one for one in certify("casino-war") if one["about"]["wager"] == "tie" and not one["about"]["on"])
    row = next(one for one in tie["identities"] if one["kind"] == "burned")["without"][0]
    row[0], row[1] = row[0] + 1, row[1] - 1
    tie["words"] = check.in_words(tie)
    tie["hash"] = check.digest(tie)
    with pytest.raises(check.WrongCertificate, match=r"With one card burned, .* has other ways"):
        check.check(tie)


def test_an_edge_of_a_burned_shoe_may_be_off_by_no_more_than_the_tolerance() -> None:
    rules, edge = blackjack_edge()
    made = certificate(catalogue.game("blackjack"), rules, edge)
    (identity,) = made["identities"]
    identity["edges"][4] = str(Fraction(identity["edges"][4]) + Fraction(1, 10**9))
    made["words"] = check.in_words(made)
    made["hash"] = check.digest(made)
    with pytest.raises(check.WrongCertificate, match="With one card burned, the edge is"):
        check.check(made)


@pytest.mark.parametrize("line", ["", "{", "[]", "7", '{"format": 1}', "null", '"x"', "[" * 5_000])
def test_what_is_no_certificate_is_wrong(line: str) -> None:
    assert check.check_line(line)[1] is False


def test_a_number_that_would_take_for_ever_is_refused_at_once() -> None:
    """As Python reads numbers, 1e999999999 is one."""
    for field, value in (("house_edge", "1e999999999"), ("staked", "1_0"), ("variance", " 1"), ("staked", "2/2")):
        with pytest.raises(check.WrongCertificate, match=r"fraction|lowest terms"):
            check.exact(value, field)
    (burned,) = (one for one in certify("casino-war")[-2]["identities"] if one["kind"] == "burned")
    burned["cards"], burned["shoe"][0][1] = 10**7, 10**8
    with pytest.raises(check.WrongCertificate, match="cards are drawn"):
        check.check_burned(burned, check.CountedOutcomes(certify("casino-war")[-2]))


# --- the checker


def test_the_checker_stands_alone() -> None:
    """It imports nothing but Python's own, names no game, and is short."""
    source = CHECKER.read_text(encoding="utf-8")
    assert len(source.splitlines()) <= MOST_LINES
    imported = {
        name.split(".")[0]
        for node in ast.walk(ast.parse(source))
        for name in (
            [one.name for one in node.names]
            if isinstance(node, ast.Import)
            else [node.module or ""]
            if isinstance(node, ast.ImportFrom)
            else []
        )
    }
    assert imported <= set(sys.stdlib_module_names)
    words = source.lower().replace("-", "_")
    assert not [name for name in catalogue.games() if name.replace("-", "_") in words]


def test_the_checker_as_a_program(tmp_path: Path) -> None:
    """Status 0 where all are right, 1 where one is not; what is not proved is said."""
    right, wrong = tmp_path / "right.jsonl", tmp_path / "wrong.jsonl"
    lines = [written(one) for one in certify("big-six-wheel")]
    right.write_text("".join(lines), encoding="utf-8")
    wrong.write_text(lines[0] + lines[1].replace('"win":', '"win":1', 1), encoding="utf-8")

    def run(*arguments: str) -> tuple[int, str]:
        done = subprocess.run(
            [sys.executable, "-I", str(CHECKER), *arguments], capture_output=True, text=True, check=False
        )
        return done.returncode, done.stdout

    status, said = run(str(right))
    assert (status, said.count("right")) == (0, 2 * len(lines))  # the name of the file says it, too
    status, said = run(str(wrong))
    assert status == 1
    assert "WRONG  The hash is of something else." in said
    assert run("--not-proved") == (0, "\n".join(check.NOT_PROVED) + "\n")


def test_certificates_are_the_same_whoever_makes_them() -> None:
    first, again = certify("casino-war"), certify("casino-war")
    assert [written(one) for one in first] == [written(one) for one in again]
    assert copy.deepcopy(first) == again
