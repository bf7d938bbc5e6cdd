"""Faults planted in one of the two engines that settle: each has to be found by settling twice.

They are in lines of paytables and in functions of ``pitboss_audit``, and in functions of chapters and families. A fault that a
campaign of MOST settlements does not meet is a failure: then the comparison proves nothing.
"""

import importlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple
from unittest import mock

import msgspec

from pitboss.money import Odds
from pitboss_audit.money import pays
from soak.settled_twice import Campaign

MOST = 60_000  # settlements in which a fault has to be met
AUDIT, CHAPTERS = "pitboss_audit.games.", "pitboss.chapters."
Change = Callable[[Callable[..., Any]], Callable[..., Any]]


class Fault(NamedTuple):
    """A function that answers something else, or a line of a paytable that pays something else."""

    game: str
    place: str  # module:function, or table:outcome
    change: Change | str

    @contextmanager
    def planted(self) -> Iterator[None]:
        place, _, name = self.place.partition(":")
        if isinstance(self.change, str):
            with mock.patch.dict(pays(place), {name: self.change}):
                yield
            return
        module = importlib.import_module(place)
        owner, _, attribute = name.rpartition(".")
        target = getattr(module, owner) if owner else module
        with mock.patch.object(target, attribute, self.change(getattr(target, attribute))):
            yield

    def is_found(self, most: int = MOST) -> bool:
        with self.planted():
            one = Campaign(self.game)
            while one.settlements < most and not one.found:
                one.filing()
        return bool(one.found)


def _minus(by: int) -> Change:
    return lambda true: lambda *given, **named: true(*given, **named) - by


def _instead(value: Any, *of: Any) -> Change:
    """Another answer: always, or instead of some."""

    def change(true: Callable[..., Any]) -> Callable[..., Any]:
        def other(*given: Any, **named: Any) -> Any:
            found = true(*given, **named)
            return value if not of or found in of else found

        return other

    return change


def _swapped(one: str, other: str) -> Change:
    """Two answers exchanged."""
    return lambda true: lambda *given, **named: {one: other, other: one}.get(found := true(*given, **named), found)


def _paying_less(true: Callable[..., Any]) -> Callable[..., Any]:
    """A settlement that hands back a cent less."""
    return lambda *given, **named: msgspec.structs.replace(found := true(*given, **named), returned=found.returned - 1)


EVEN, TWO = Odds.parse("1 to 1"), Odds.parse("2 to 1")
LINES = (
    ("roulette", "617a.4(a):Split", "18 to 1"),
    ("roulette", "617a.4(a):Six Numbers", "6 to 1"),
    ("roulette", "617a.4(a):Dozen", "1 to 1"),
    ("big-six-wheel", "619a.3:$10 symbol", "11 to 1"),
    ("sic-bo", "625a.6(a):Two of a Kind", "11 to 1"),
    ("sic-bo", "625a.6(b):Number shows on two dice", "3 to 1"),
    ("go-fore-it", "676a.12(b):Eagle (9-13)", "4 to 1"),
    ("go-fore-it", "676a.12(d)#A:2 aces", "6 to 1"),
    ("over-under", "686a.8(b):10 or 29", "2 to 1"),
    ("craps", "623a.5(a):Four the Hardway Bet", "8 to 1"),
    ("craps", "623a.5(a):Place Bet to Win on 6", "6 to 5"),
    ("mini-craps", "623a.5(g)(2):Lay Bet against the 5", "1 to 2"),
    ("blackjack", "633a.13(c):Suited 20", "9 to 1"),
    ("blackjack", "633a.13(f)(2)#C:Suited Match", "3 to 1"),
    ("minibaccarat", "627a.12(e)#A:Natural winner", "2 to 1"),
    ("dj-wild-stud-poker", "687a.12(b):Flush", "3 to 1"),
    ("pai-gow-poker", "645a.13(b)#A:Full house", "6 to 1"),
    ("pai-gow-poker", "645a.13(e)(1):Full house", "5 for 1"),
    ("face-up-pai-gow-poker", "688a.12(c)#Paytable 2:Flush", "5 to 1"),
    ("six-card-fortune-pai-gow-poker", "670a.12(b)(1):Straight", "9 to 1"),
)
OF_THE_AUDIT: tuple[tuple[str, str, Change], ...] = (
    ("roulette", "roulette:won", _minus(1)),
    ("midibaccarat", "baccarat:points", lambda true: lambda *cards: min(true(*cards), 8)),
    ("baccarat", "baccarat:dragon", _instead("", "Win by 4 points")),
    ("casino-war", "casino_war:surrendered", _minus(1)),
    ("over-under", "over_under:surrendered", _instead(False)),
    ("blackjack", "blackjack_sides:three_cards_win", _instead(False)),
    ("blackjack", "blackjack_sides:dealers", _instead(["TS", "7S"])),
    ("blackjack", "blackjack:natural_pays", _instead((0, ""))),
    ("dj-wild-stud-poker", "dj_wild:trips_pays", _instead("", "3 to 1", "5 to 1", "6 to 1")),
    ("pai-gow", "pai_gow:outcome", _swapped("tie", "lose")),
    ("pai-gow-poker", "two_hands:compared", _swapped("tie", "win")),
    ("six-card-fortune-pai-gow-poker", "six_card:low_rank", lambda true: lambda card: min(true(card), 11)),
    ("pai-gow-poker", "two_hands:by_way", lambda true: lambda rules, cards: true({"house_way": "split"}, cards)),
)
OF_THE_CHAPTERS: tuple[tuple[str, str, Change], ...] = (
    ("roulette", "ch617a_roulette.procedure:pay", _paying_less),
    ("sic-bo", "ch625a_sic_bo.procedure:odds", _instead(TWO)),
    ("go-fore-it", "ch676a_go_fore_it.procedure:skins_pays", _instead(EVEN)),
    ("go-fore-it", "ch676a_go_fore_it.procedure:back_nine_pays", _instead(TWO)),
    ("over-under", "ch686a_over_under.procedure:bonus_pays", _instead(None)),
    ("over-under", "ch686a_over_under.procedure:side_pays", _instead(EVEN)),
    ("blackjack", "ch633a_blackjack.sides:lucky_ladies", _instead("Any 20", "Suited 20", "Matched 20")),
    ("blackjack", "ch633a_blackjack.sides:match_the_dealer", _instead(())),
    ("blackjack", "ch633a_blackjack.sides:royal_match_21", _instead("", "Suited Match")),
    ("dj-wild-stud-poker", "ch687a_dj_wild_stud_poker.settlement:bad_beat_line", _instead(None)),
    ("dj-wild-stud-poker", "ch687a_dj_wild_stud_poker.settlement:best", _instead(1)),
    ("six-card-fortune-pai-gow-poker", "ch670a_six_card_fortune.hands:category", lambda true: lambda value: value),
    ("pai-gow", "ch621a_pai_gow.hands:pair_rank", _instead(0, 1)),
)
OF_THE_FAMILIES: tuple[tuple[str, str, Change], ...] = (
    ("minibaccarat", "pitboss.money:Vigorish.rounded", _minus(1)),
    ("pai-gow", "pitboss.money:Vigorish.due", _instead(0)),
    ("casino-war", "pitboss.families.settling:half", lambda true: lambda amount, **named: true(amount, **named)[::-1]),
    ("blackjack", "pitboss.families.settling:half", _instead((0, 0))),
    ("dj-wild-stud-poker", "pitboss.families.progressive:contribution", lambda true: lambda *given: 2 * true(*given)),
    ("pai-gow-poker", "pitboss.families.banking:half", _instead((0, 0))),
    ("face-up-pai-gow-poker", "pitboss.families.progressive:contribution", _minus(1)),
    ("face-up-pai-gow-poker", "pitboss.families.house_ways:leasts", lambda true: lambda rule: (true(rule)[0], 0)),
)
FAULTS = (
    *(Fault(game, place, odds) for game, place, odds in LINES),
    *(Fault(game, AUDIT + place, change) for game, place, change in OF_THE_AUDIT),
    *(Fault(game, CHAPTERS + place, change) for game, place, change in OF_THE_CHAPTERS),
    *(Fault(game, place, change) for game, place, change in OF_THE_FAMILIES),
)


def campaign(faults: Sequence[Fault] = FAULTS, most: int = MOST) -> list[Fault]:
    """The faults that were not found."""
    missed = [fault for fault in faults if not fault.is_found(most)]
    for fault in missed:
        print(f"  not found: {fault.game} {fault.place}", flush=True)
    return missed


def main() -> None:
    missed = campaign()
    print(f"{len(FAULTS)} faults planted, {len(FAULTS) - len(missed)} found")
    assert not missed


if __name__ == "__main__":
    main()
