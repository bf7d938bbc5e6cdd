"""Baccarat: counts and edges against the published ones, another way of counting, and the procedure itself."""

from collections import Counter
from fractions import Fraction
from itertools import product
from typing import Any

import msgspec
import pytest

from pitboss import catalogue
from pitboss.chapters.ch627a_minibaccarat.rules import Rules as Mini
from pitboss.chapters.ch629a_midibaccarat.rules import Rules as Midi
from pitboss.chapters.ch631a_baccarat.rules import Rules as Baccarat
from pitboss.drivers.enumeration import outcomes
from pitboss.drivers.round import Round
from pitboss.equipment.shoe import ShoeState
from pitboss.events import Settlement
from pitboss.families.baccarat.hands import Hand, dragon_7, winner
from pitboss.game import RoundStart
from pitboss.mathematics.kit.baccarat_counting import coups, total
from pitboss.mathematics.kit.edge import Edge, edges_for, variants
from pitboss.procedure import Answer, Election
from pitboss.wagers import WAGER, close_betting

GAMES = {"minibaccarat": Mini, "midibaccarat": Midi, "baccarat": Baccarat}


def found(game: str = "minibaccarat", **choices: Any) -> dict[str, Edge]:
    rules = GAMES[game](**{"dragon_bonus": True, **choices})
    return {f"{e.wager} {e.on}".rstrip(): e for e in edges_for(catalogue.game(game), rules)}


def results(decks: int) -> dict[str, int]:
    counts: Counter[str] = Counter()
    for (player, banker), count in coups(decks).items():
        counts[winner(player, banker)] += count
    return dict(counts)


def test_published_counts_of_eight_decks() -> None:
    """Of 4,998,398,275,503,360 orders of six cards: the well-known numbers that Banker, Player and Tie win."""
    assert total(8) == 4998398275503360
    assert results(8) == {
        "Banker wins": 2292252566437888,
        "Player wins": 2230518282592256,
        "tie hand": 475627426473216,
    }


def test_published_edges_of_eight_decks() -> None:
    """1.0579 %, 1.2351 % and 14.3596 %; EZ Banker 1.0183 %, Insurance 7.6113 %; Dragon Bonus A 2.6517 % and 9.3731 %."""
    percent = {name: f"{float(edge.house_edge):.4%}" for name, edge in found().items()}
    assert percent == {
        "players_hand": "1.2351%",
        "bankers_hand": "1.0579%",
        "tie": "14.3596%",
        "dragon_bonus players_hand": "2.6517%",
        "dragon_bonus bankers_hand": "9.3731%",
    }
    ez = found(ez_baccarat=True)
    assert f"{float(ez['bankers_hand'].house_edge):.4%}" == "1.0183%"
    assert f"{float(ez['dragon_7_insurance'].house_edge):.4%}" == "7.6113%"


def test_edges_follow_from_the_counts() -> None:
    """Each main edge is a formula of the three counts; the exact fractions are not rounded."""
    for decks in (6, 7, 8):
        whole, edges = total(decks), found(decks=decks)
        banker, player, tie = (results(decks)[name] for name in ("Banker wins", "Player wins", "tie hand"))
        assert edges["players_hand"].house_edge == Fraction(banker - player, whole)
        assert edges["bankers_hand"].house_edge == Fraction(player, whole) - Fraction(19, 20) * Fraction(banker, whole)
        assert edges["tie"].house_edge == 1 - 9 * Fraction(tie, whole)
        seven = sum(count for hands, count in coups(decks).items() if dragon_7(*hands))
        ez = found(decks=decks, ez_baccarat=True)
        assert ez["dragon_7_insurance"].house_edge == 1 - 41 * Fraction(seven, whole)
        assert ez["bankers_hand"].house_edge == Fraction(player - banker + seven, whole)
        assert edges["bankers_hand"].chance(0) == Fraction(tie, whole)


def test_edges_as_fractions() -> None:
    """With six decks 1.0558 % and 1.2374 %, with eight 1.0579 % and 1.2351 %, as whole fractions."""
    six, eight = found(decks=6), found()
    assert six["bankers_hand"].house_edge == Fraction(460294100, 43594702723)
    assert six["players_hand"].house_edge == Fraction(18880657128, 1525814595305)
    assert eight["bankers_hand"].house_edge == Fraction(114753351728, 10847218479825)
    assert eight["players_hand"].house_edge == Fraction(241149546272, 19524993263685)


# --- counted another way: every sequence of values, drawn by the rule as the regulation words it


def drawn(values: tuple[int, ...]) -> tuple[Hand, Hand]:
    """Six values dealt by hand: what each hand ends with."""
    player, banker = [values[0], values[2]], [values[1], values[3]]
    p, b = sum(player) % 10, sum(banker) % 10
    rest = list(values[4:])
    if p < 8 and b < 8:
        third = None
        if p <= 5:
            third = rest.pop(0)
            player.append(third)
        if third is None:
            draws = b <= 5
        else:
            draws = b <= 2 or (b == 3 and third != 8) or (b == 4 and 2 <= third <= 7) or (b == 5 and 4 <= third <= 7) or (b == 6
                and 6 <= third <= 7)  # fmt: skip
        if draws:
            banker.append(rest.pop(0))
    return Hand(sum(player) % 10, len(player)), Hand(sum(banker) % 10, len(banker))


def test_counted_by_sequences() -> None:
    """With six decks a million sequences of six values, each with the orders of cards that make it, count the same."""
    decks = 6
    counts: Counter[tuple[Hand, Hand]] = Counter()
    ends = {(p, b): [drawn((p, b, 0, 0, *rest)) for rest in product(range(10), repeat=2)]
        for p, b in product(range(10), repeat=2)}  # fmt: skip
    for head in product(range(10), repeat=4):
        weight, left = 1, [16 * decks, *[4 * decks] * 9]
        for value in head:
            weight *= left[value]
            left[value] -= 1
        ways = [weight * one * (other - (n == m)) for n, one in enumerate(left) for m, other in enumerate(left)]
        for hands, count in zip(ends[(head[0] + head[2]) % 10, (head[1] + head[3]) % 10], ways, strict=True):
            counts[hands] += count
    assert counts == coups(decks)


# --- the procedure itself, with a shoe small enough to follow to the end


def shoe(rules: Any, cards: str) -> Any:
    """A table whose shoe holds these cards only."""
    missing = list(rules.cards)
    for card in cards.split():
        missing.remove(card)
    return ShoeState(missing=tuple(missing), shuffled=True)


@pytest.mark.parametrize("name", GAMES)
def test_procedure_enumerated(name: str) -> None:
    """Every order of the last six cards of a shoe, played through the very procedure, nets what the verdicts say."""
    cards = "AS 3S 5S 6S 8S KS"
    game, rules = catalogue.game(name), GAMES[name](dragon_bonus=True)
    state = msgspec.structs.replace(game.open(rules), shoe=shoe(rules, cards))
    wagers = [("players_hand", ""), ("bankers_hand", ""), ("tie", ""), ("dragon_bonus", "players_hand"),
        ("dragon_bonus", "bankers_hand")]  # fmt: skip

    def strategy(play: Round) -> Answer:
        if isinstance(play.pending, Election):
            assert play.pending.default is not None
            return play.pending.default.answer(play.pending.to)
        made = sum(isinstance(moment, Answer) and moment.says == WAGER for moment in play.history)
        return Answer(1, WAGER, *wagers[made], 2000) if made < len(wagers) else close_betting()

    nets = dict.fromkeys(wagers, Fraction(0))
    whole = Fraction(0)
    for chance, events in outcomes(lambda: Round(game, rules, state, RoundStart(2)), strategy):
        whole += chance
        for event in events:
            if isinstance(event, Settlement):
                nets[event.wager, event.on] += chance * Fraction(event.returned - event.stake - event.vigorish, 2000)
    assert whole == 1
    assert nets == {wager: expected(*wager, cards, rules) for wager in wagers}


def expected(kind: str, on: str, cards: str, rules: Any) -> Fraction:
    """The same from every order of six of these cards."""
    from itertools import permutations

    from pitboss.families.baccarat.hands import POINTS
    from pitboss.families.baccarat.rules import verdict
    from pitboss.mathematics.kit.baccarat_counting import net

    orders = list(permutations([POINTS[card[0]] for card in cards.split()], 6))
    found = [net(kind, verdict(kind, on, *drawn(order), rules), rules) for order in orders]
    return sum(found, Fraction(0)) / len(orders)


# --- what is published


def test_three_games_have_the_same_edges() -> None:
    """Deck for deck the three games are the same game."""
    for decks in (6, 7, 8):
        mini, *others = ({n: e.house_edge for n, e in found(game, decks=decks).items()} for game in GAMES)
        assert all(other == mini for other in others)
    assert found()["tie"].chapter == "627a"
    assert found("baccarat")["tie"].chapter == "631a"


def test_edges_depend_on_the_decks_in_the_shoe() -> None:
    """Fourteen decks in two batches are seven in the shoe."""
    from pitboss.submission import submit

    game = catalogue.game("minibaccarat")
    two = edges_for(game, submit(Mini, {"decks": 14, "shuffler": "automated"}))
    assert two == edges_for(game, Mini(decks=7))


TABLES = {"A": (30, 10, 6, 4, 2, 1), "B": (20, 8, 7, 4, 3, 1), "C": (30, 10, 4, 4, 2, 2)}


def dragon_edge(table: str, side: int) -> Fraction:
    """The Dragon Bonus worked out by hand with eight decks: side 0 is the Player's Hand, 1 the Banker's."""
    nets = 0
    for hands, count in coups(8).items():
        mine, other = hands[side], hands[1 - side]
        lead, natural, theirs = mine.points - other.points, mine.natural, other.natural
        if natural:
            net = 0 if theirs and not lead else 1 if lead > 0 else -1
        else:
            net = TABLES[table][9 - lead] if lead >= 4 else -1
        nets += net * count
    return -Fraction(nets, total(8))


@pytest.mark.parametrize("name", GAMES)
def test_variants_show_every_paytable(name: str) -> None:
    """Six to eight decks, with and without vigorish, and Paytables A, B and C of the Dragon Bonus."""
    game = catalogue.game(name)
    edges = [edge for rules in variants(game) for edge in edges_for(game, rules)]
    assert {edge.decks for edge in edges} == {6, 7, 8}
    assert any(edge.wager == "dragon_7_insurance" for edge in edges)
    dragon = {(e.paytable, e.on): e.house_edge for e in edges if e.wager == "dragon_bonus" and e.decks == 8}
    sides = ("players_hand", "bankers_hand")
    assert dragon == {(table, on): dragon_edge(table, side) for table in "ABC" for side, on in enumerate(sides)}
    assert [f"{float(dragon[table, on]):.4%}" for table in "ABC" for on in sides] == [
        "2.6517%", "9.3731%", "2.5823%", "8.8473%", "2.4996%", "8.5305%",
    ]  # fmt: skip


def test_raised_tie_odds_lower_the_edge() -> None:
    """At 9 to 1 the Tie Wager costs 4.8440 %."""
    from pitboss.money import Odds

    assert f"{float(found(tie_odds=Odds.parse('9 to 1'))['tie'].house_edge):.4%}" == "4.8440%"
