"""627a, 629a and 631a: the third card, the wagers and their paytables, in three games that differ in their numbers."""

from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

from generator.kit import Game, dollars, play, settled, table, wager
from pitboss_audit.games.baccarat import dragon, points, third_cards, value
from pitboss_audit.money import paid, up

STAKE = dollars(100)
BURN = ("AC", "2C")


class Numbers(NamedTuple):
    """Where a game's chapter has what the three have in common."""

    name: str
    chapter: str
    wagers: str
    third: str
    pays: str
    irregular: str
    cards: str


GAMES = (
    Numbers("minibaccarat", "627a", "7", "10", "12", "13", "3(a)"),
    Numbers("midibaccarat", "629a", "7", "10", "12", "13", "3(a)"),
    Numbers("baccarat", "631a", "8", "11", "13", "15", "3(a)"),
)


def card(of: int, suit: str) -> str:
    return f"{'TA23456789'[of]}{suit}"


def drawn(
    player: tuple[str, str], banker: tuple[str, str], further: tuple[str, str]
) -> tuple[list[str], list[str], list[str]]:
    """Both hands as they end, and the cards in the order in which they came."""
    hand, bank, order = list(player), list(banker), [player[0], banker[0], player[1], banker[1]]
    left = list(further)
    draws, banks = third_cards(player, banker, lambda: further[0])
    if draws:
        hand.append(left.pop(0))
    if banks:
        bank.append(left.pop(0))
    return hand, bank, order + hand[2:] + bank[2:]


def commission(win: int, rounding: str = "exact") -> int:
    """5 per cent of the win, to the cent, or up to the next 25 cents."""
    five = Fraction(win, 20)
    return up(five / 25) * 25 if rounding == "next_25_cents" else round(five)


class Coup:
    """Two hands played out, and what each wager makes of them."""

    def __init__(
        self, player: tuple[str, str], banker: tuple[str, str], further: tuple[str, str] = ("2S", "2S")
    ) -> None:
        self.player, self.banker, self.order = drawn(player, banker, further)
        self.p, self.b = points(*self.player), points(*self.banker)

    @property
    def chance(self) -> list[str]:
        return [*BURN, *self.order]

    @property
    def dragon_7(self) -> bool:
        return len(self.banker) == 3 and self.b == 7 and self.p < 7

    def line(
        self,
        seat: int,
        kind: str,
        stake: int,
        *,
        on: str = "",
        ez: bool = False,
        tie: str = "8 to 1",
        bonus: str = "",
        rounding: str = "exact",
    ) -> dict[str, object]:
        fee = 0
        if kind == "players_hand":
            back = stake if self.p == self.b else 2 * stake if self.p > self.b else 0
        elif kind == "bankers_hand":
            back = stake if self.p == self.b or (ez and self.dragon_7) else 2 * stake if self.b > self.p else 0
            fee = commission(stake, rounding) if back > stake and not ez else 0
        elif kind == "tie":
            back = paid(stake, tie) if self.p == self.b else 0
        elif kind == "dragon_7_insurance":
            back = paid(stake, "40 to 1") if self.dragon_7 else 0
        else:
            hands = (self.player, self.banker) if on == "players_hand" else (self.banker, self.player)
            pays = table(bonus).get(dragon(*hands), "")
            back = stake if pays == "push" else paid(stake, pays) if pays else 0
        return settled(seat, kind, stake, back, on, commission=fee)


def cases() -> Iterator[Game]:
    for numbers in GAMES:
        rules = {
            "minimum_cents": 1,
            "maximum_cents": dollars(25000),
            "decks": 8,
            "ez_baccarat": False,
            "dragon_bonus": False,
        }
        game = Game(numbers.name, numbers.chapter, rules)
        third_card(game, numbers)
        dragon_bonus(game, numbers)
        ez(game, numbers)
        amounts(game, numbers)
        refusals_and_irregularities(game, numbers)
        yield game


def three(coup: Coup, *, ez: bool = False) -> tuple[list[dict[str, object]], list[dict[str, object]]]:
    kinds = ("players_hand", "bankers_hand", "tie")
    wagers = [wager(seat, kind, STAKE) for seat, kind in enumerate(kinds, 1)]
    return wagers, [coup.line(seat, kind, STAKE, ez=ez) for seat, kind in enumerate(kinds, 1)]


def third_card(game: Game, numbers: Numbers) -> None:
    for banker in range(8):
        for third in range(10):
            # The Player's two cards make the ending close, so that a Banker who draws or stays wrongly is seen.
            mine = (banker - third) % 10
            mine = mine if mine <= 5 else 0
            coup = Coup(("TS", card(mine, "H")), ("TD", card(banker, "C")), (card(third, "D"), "AS"))
            wagers, lines = three(coup)
            where = "(c)(2)(iii)" if 3 <= banker <= 6 else "(c)(2)(ii)" if banker == 7 else "(c)(2)(i)"
            game.case(
                f"banker-{banker}-third-{third}",
                numbers.third + where,
                f"the Banker has {banker}, the Player's third card counts {third}: {'draw' if len(coup.banker) == 3 else 'stay'}",
                play(wagers, coup.chance),
                lines,
            )
    for mine in range(10):
        for banker in range(10):
            if mine <= 5 and banker <= 7:
                continue
            coup = Coup(("TS", card(mine, "H")), ("TD", card(banker, "C")), ("AS", "AD"))
            wagers, lines = three(coup)
            natural = max(mine, banker) >= 8
            where = "(a)" if natural else "(c)(1)"
            title = f"Player {mine}, Banker {banker}: " + ("a natural, nobody draws" if natural else "the Player stays")
            game.case(f"two-cards-{mine}-{banker}", numbers.third + where, title, play(wagers, coup.chance), lines)
    for rank in "TJQKA":
        coup = Coup((f"{rank}S", "6H"), ("TD", "7C"))
        wagers, lines = three(coup)
        game.case(f"value-{rank}", "6(a)", f"{rank} counts {value(rank + 'S')}", play(wagers, coup.chance), lines)


def dragon_bonus(game: Game, numbers: Numbers) -> None:
    coups = {
        f"margin-{margin}": Coup(("TS", "AH"), ("TD", "7C"), (card((7 + margin - 1) % 10, "D"), "AS"))
        for margin in (1, 2)
    }
    # The Player draws to 9 or less against a Banker who stays or draws to a known total.
    coups["margin-3"] = Coup(("TS", "TH"), ("TD", "5C"), ("9D", "AS"))  # 9 against 5: the Banker stays on a 9
    coups["margin-4"] = Coup(("TS", "TH"), ("TD", "3C"), ("8D", "AS"))  # 8 against 3
    coups["stands-7-3"] = Coup(("TS", "7H"), ("TD", "2C"), ("AS", "AS"))
    coups["stands-7-4"] = Coup(("TS", "7H"), ("TD", "3C"), ("KS", "KS"))
    for final, banks in ((9, 3), (9, 2), (9, 1), (9, 0), (8, 4), (7, 4)):
        coups[f"draws-{final}-{banks}"] = Coup(("TS", card(final - 5, "H")), ("TD", "KC"), ("5D", card(banks, "S")))
    for final, banks in ((0, 9), (1, 9), (2, 9), (3, 9), (4, 8), (5, 9), (6, 9)):
        coups[f"banker-{final}-{banks}"] = Coup(("TS", "KH"), ("TD", "2C"), (card(final, "D"), card(banks - 2, "S")))
    for mine, other in ((9, 8), (8, 9), (9, 9), (8, 8), (9, 0), (8, 7), (0, 8), (7, 9), (9, 5)):
        coups[f"natural-{mine}-{other}"] = Coup(("TS", card(mine, "H")), ("TD", card(other, "C")))
    coups["tie-7-7"] = Coup(("TS", "7H"), ("TD", "7C"))
    for name in "ABC":
        bonus = f"{numbers.chapter}.{numbers.pays}(e)#{name}"
        rules = {"dragon_bonus": True, "dragon_bonus_paytable": name}
        for key, coup in coups.items():
            sides = ("players_hand", "bankers_hand")
            game.case(
                f"dragon-bonus-{name}-{key}",
                f"{numbers.pays}(e)",
                f"Dragon Bonus, paytable {name}, on both hands: Player {coup.p}, Banker {coup.b}",
                play([wager(1, "dragon_bonus", dollars(10), on) for on in sides], coup.chance),
                [coup.line(1, "dragon_bonus", dollars(10), on=on, bonus=bonus) for on in sides],
                rules=rules,
            )
    coup = coups["margin-4"]
    one = play([wager(1, "dragon_bonus", STAKE, "players_hand")], coup.chance)
    game.case(
        "dragon-bonus-not-filed",
        f"{numbers.wagers}(a)(4)",
        "Dragon Bonus where none is offered",
        one,
        refused="wager_not_offered",
    )


def ez(game: Game, numbers: Numbers) -> None:
    """EZ Baccarat: no commission, and a Banker's winning three-card 7 pushes."""
    coups = {
        "dragon-7": Coup(("TS", "2H"), ("TD", "3C"), ("3D", "4S")),
        "dragon-7-against-0": Coup(("TS", "KH"), ("TD", "2C"), ("TD", "5S")),
        "three-card-7-tie": Coup(("TS", "4H"), ("TD", "2C"), ("3D", "5S")),
        "two-card-7": Coup(("TS", "6H"), ("TD", "7C")),
        "three-card-6": Coup(("TS", "2H"), ("TD", "2C"), ("3D", "4S")),
        "three-card-8": Coup(("TS", "2H"), ("TD", "4C"), ("3D", "4S")),
        "three-card-7-loses": Coup(("TS", "3H"), ("TD", "2C"), ("5D", "5S")),
        "player-three-card-7": Coup(("TS", "4H"), ("TD", "6C"), ("3D", "5S")),
    }
    for key, coup in coups.items():
        wagers, lines = three(coup, ez=True)
        wagers.append(wager(4, "dragon_7_insurance", STAKE))
        lines.append(coup.line(4, "dragon_7_insurance", STAKE))
        game.case(
            f"ez-{key}",
            f"{numbers.pays}(f)" if coup.dragon_7 else f"{numbers.wagers}(a)(5)(ii)",
            f"EZ Baccarat: Player {coup.p}, Banker {coup.b} in {len(coup.banker)} cards",
            play(wagers, coup.chance),
            lines,
            rules={"ez_baccarat": True},
        )
    coup = coups["dragon-7"]
    wagers, lines = three(coup)
    title = "the same hands without EZ Baccarat: the Banker wins and owes the commission"
    game.case("dragon-7-elsewhere", f"{numbers.wagers}(a)(1)(i)", title, play(wagers, coup.chance), lines)
    one = play([wager(1, "dragon_7_insurance", STAKE)], coup.chance)
    game.case(
        "insurance-not-ez",
        f"{numbers.wagers}(a)(5)",
        "Dragon 7 Insurance at another table",
        one,
        refused="wager_not_offered",
    )


def amounts(game: Game, numbers: Numbers) -> None:
    banker = Coup(("TS", "6H"), ("TD", "7C"))
    for stake in (100, 500, 1000, 1300, 2000, 2500, 9900, 10000, 10500):
        for rounding in ("exact", "next_25_cents"):
            game.case(
                f"commission-{stake}-{rounding}",
                f"{numbers.pays}(c)",
                f"the commission on a Banker's win of {stake} cents, {rounding.replace('_', ' ')}",
                play([wager(1, "bankers_hand", stake)], banker.chance),
                [banker.line(1, "bankers_hand", stake, rounding=rounding)],
                rules={"vigorish_rounding": rounding},
            )
    tie = Coup(("TS", "6H"), ("TD", "6C"))
    for filed, refused in (
        ("8 to 1", ""),
        ("9 to 1", ""),
        ("7 to 1", "rules_not_permitted"),
        ("15 to 2", "rules_not_permitted"),
    ):
        given = play([wager(1, "tie", STAKE)], tie.chance)
        lines = None if refused else [tie.line(1, "tie", STAKE, tie=filed)]
        key = f"tie-odds-{filed.replace(' ', '-')}"
        game.case(
            key,
            f"{numbers.pays}(b)",
            f"Tie Wager filed at {filed}",
            given,
            lines,
            refused=refused,
            rules={"tie_odds": filed},
        )


def refusals_and_irregularities(game: Game, numbers: Numbers) -> None:
    coup = Coup(("TS", "6H"), ("TD", "7C"))
    late = play([wager(1, "tie", STAKE), wager(2, "tie", STAKE, after=3)], coup.chance)
    closed = {"627a": "7(c)", "629a": "7(c)", "631a": "8(c)"}[numbers.chapter]
    game.case("late-wager", closed, "a wager after betting was closed", late, refused="betting_closed")
    for decks in (5, 6, 7, 8, 9):
        why = "" if 6 <= decks <= 8 else "rules_not_permitted"
        wagers, lines = three(coup)
        title = f"a shoe of {decks} decks"
        game.case(
            f"decks-{decks}",
            numbers.cards,
            title,
            play(wagers, coup.chance),
            None if why else lines,
            refused=why,
            rules={"decks": decks},
        )
    # The Player stays on 6 or 7; the third card dealt to it all the same is the Banker's, if the Banker draws.
    for bank in range(8):
        right = Coup(("TS", "6H"), ("TD", card(bank, "C")), ("4S", "4S"))
        seen_by_next = len(right.banker) == 2
        wagers, lines = three(right)
        error = [{"kind": "unauthorized_player_third_card", "after": 6}]
        chance = [*right.chance, "4S"] if seen_by_next else right.chance
        game.case(
            f"unauthorized-third-card-{bank}",
            f"{numbers.irregular}(b)",
            f"a third card dealt to a Player who stays, unseen, with the Banker at {bank}",
            play(wagers, chance, irregularities=error),
            lines,
        )
        if not seen_by_next:
            disclosed = [{"kind": "unauthorized_player_third_card", "after": 6, "disclosed": True}]
            title = f"a third card dealt to a Player who stays, and seen, with the Banker at {bank}"
            game.case(
                f"unauthorized-third-card-seen-{bank}",
                f"{numbers.irregular}(c)",
                title,
                play(wagers, chance, irregularities=disclosed),
                lines,
            )
    following = play(three(coup)[0], ["TD", "6H", "7C"])
    first = play(
        wagers := three(coup)[0], [*coup.chance, "TS"], irregularities=[{"kind": "card_drawn_in_error", "after": 6}]
    )
    game.case(
        "drawn-in-error",
        f"{numbers.irregular}(a)",
        "a card drawn in error and not seen is the first of the next hand",
        [first, following],
        [*({"round": 1} | line for line in three(coup)[1]), *three(coup)[1]],
    )
