"""Chapter 623a against crapssim, an independent craps: the same dice, the same wagers, the same chips after every throw.

Every wager that both know is played. Where the two differ by design, and who is asked to bend:

- A winning Buy, Lay or Hardway Bet stays up here (I-623a-33); crapssim hands it back. It is made again there.
- Hardways rest on a come out roll here (623a.3(a)(7)–(10)); crapssim always works them. They are called on here.
- Lay Bets work on a come out roll here (623a.3(a)(42)); crapssim rests them. They are told to work there.
- The vigorish on a Lay Bet is of its stake here (623a.5(g)(3)); crapssim takes it of the win. That is filed here (I-623a-09).
- A Fire Bet with all six points is paid at the loser 7 here (I-623a-19); crapssim pays at once. That is filed here.
- Without a line bet the shooter only decides Come Bets here, and sets no point (623a.10(b)); crapssim knows no shooter's
  duty. A Pass Bet is made on every come out roll.
- crapssim rounds vigorish to dollars unless told otherwise, counts money in floats and allows odds by number; it is told
  not to round, its cents are rounded for comparison, and both get ten times odds.

Unknown to crapssim: Place Bets to Lose, the 6-7-8 Bet, Horn High. Unknown to the chapter: Put, Big 6, Big 8, All, Tall, Small.
"""

import random
from collections.abc import Callable

import pytest
from crapssim import Table as TheirTable
from crapssim import bet as theirs
from crapssim.table import Player, TableUpdate

from pitboss.chapters.ch623a_craps import CRAPS
from pitboss.chapters.ch623a_craps.rules import Base, Collection, LayBets, Rules
from pitboss.chapters.ch623a_craps.table import Key
from pitboss.chapters.ch623a_craps.wagers import BACKS, HARDWAYS, HOPS, ODDS_ON, POINTS, hop_name
from pitboss.drivers.round import Round
from pitboss.events import Event, Withdrawn
from pitboss.game import RoundStart
from pitboss.ledger import Ledger
from pitboss.procedure import Answer
from pitboss.wagers import close_betting

Make = Callable[[float], theirs.Bet]
LINES: dict[str, type[theirs.PassLine | theirs.DontPass | theirs.Come | theirs.DontCome]] = {
    "pass_bet": theirs.PassLine,
    "dont_pass_bet": theirs.DontPass,
    "come_bet": theirs.Come,
    "dont_come_bet": theirs.DontCome,
}


def hop(pair: tuple[int, int]) -> Make:
    return lambda amount: theirs.Hop(pair, amount)


ONE_ROLL: dict[str, tuple[int, Make]] = {
    "field_bet": (500, theirs.Field),
    "any_seven_bet": (300, theirs.Any7),
    "any_craps_bet": (200, theirs.AnyCraps),
    "craps_two_bet": (100, theirs.Two),
    "craps_three_bet": (100, theirs.Three),
    "eleven_in_one_roll_bet": (200, theirs.Yo),
    "craps_twelve_bet": (100, theirs.Boxcars),
    "craps_eleven_bet": (400, theirs.CAndE),
    "horn_bet": (800, theirs.Horn),
    "whirl_bet": (500, theirs.World),
    **{hop_name(pair): (100, hop(pair)) for pair in HOPS},
    **{f"{word}_the_hardway_on_the_hop_bet": (100, hop(pair)) for word, pair in HARDWAYS.items()},
}
HARD = {f"{word}_the_hardway_bet": sum(pair) for word, pair in HARDWAYS.items()}
STAY_HERE = (theirs.Buy, theirs.Lay, theirs.HardWay)


def made(key: Key, amount: int) -> theirs.Bet:
    """crapssim's bet for one of ours."""
    _, kind, on = key
    dollars = amount / 100
    if kind in ONE_ROLL:
        return ONE_ROLL[kind][1](dollars)
    if kind in LINES:
        return LINES[kind](dollars)
    if kind in HARD:
        return theirs.HardWay(HARD[kind], dollars)
    if kind in BACKS:
        return theirs.Odds(LINES[BACKS[kind]], int(on), dollars)
    if kind == "fire_bet":
        return theirs.Fire(dollars)
    return {"place_bet_to_win": theirs.Place, "buy_bet": theirs.Buy}.get(kind, _working_lay)(int(on), dollars)


def _working_lay(number: int, amount: float) -> theirs.Bet:
    return theirs.Lay(number, amount, always_working=True)


class Match:
    """One table here and one there, with one player each."""

    def __init__(self, rules: Rules, seed: int) -> None:
        self.rules, self.source = rules, random.Random(seed)
        self.state, self.ledger, self.number = CRAPS.open(rules), Ledger(), 0
        self.table = TheirTable()
        self.table.settings |= {
            "vig_rounding": "none",
            "vig_paid_on_win": rules.vigorish_collected is Collection.ON_WIN,
            "max_odds": dict.fromkeys(POINTS, 10),
            "max_dont_odds": dict.fromkeys(POINTS, 20),
        }
        self.player: Player = self.table.add_player(10**9)
        self.most = 0  # wagers on the layout at once

    # --- wagers

    def wanted(self, full: bool) -> list[Answer]:
        """Wagers to make before this throw: all that may be made, or some of them."""
        up, point = dict(self.state.up), self.state.point
        some: Callable[[float], bool] = (lambda _: True) if full else (lambda share: self.source.random() < share)
        found = [(kind, "", amount) for kind, (amount, _) in ONE_ROLL.items() if some(0.2)]
        lines = ("come_bet", "dont_come_bet") if point else ("pass_bet", "dont_pass_bet")
        found += [(kind, "", 1000) for kind in lines if (1, kind, "") not in up and (kind == "pass_bet" or some(0.5))]
        for _, kind, on in up:
            odds = ODDS_ON.get(kind)
            if odds and (on or (point and "come" not in kind)) and (1, odds, on) not in up and some(0.5):
                found.append((odds, on, 1200))
        for kind, amount in (("place_bet_to_win", 3000), ("buy_bet", 2000), ("lay_bet", 6000)):
            found += [(kind, str(n), amount) for n in POINTS if (1, kind, str(n)) not in up and some(0.15)]
        found += [(kind, "", 500) for kind in HARD if (1, kind, "") not in up and some(0.2)]
        if self.state.fresh and not point and some(0.7):
            found.append(("fire_bet", "", 500))
        return [Answer(1, "wager", kind, on, amount) for kind, on, amount in found]

    def removed(self) -> list[Answer]:
        """Now and then a wager is taken down."""
        free = [
            key
            for key, _ in self.state.up
            if key[1] in ("place_bet_to_win", "buy_bet", "lay_bet", "dont_come_bet", *BACKS)
        ]
        return [Answer(1, "remove", *key[1:]) for key in free if self.source.random() < 0.02]

    def their_on(self, kind: str, on: str) -> str:
        """crapssim names the number behind a line bet; here it is the point."""
        return str(self.state.point) if kind in BACKS and not on else on

    def bet(self, answer: Answer) -> None:
        bet = made((1, answer.wager, self.their_on(answer.wager, answer.on)), answer.amount)
        assert bet.is_allowed(self.player), bet
        self.player.bankroll -= bet.cost(self.table)
        self.player.bets.append(bet)

    def take_down(self, kind: str, on: str) -> None:
        bet = made((1, kind, self.their_on(kind, on)), 0)
        for up in [b for b in self.player.bets if same(b, bet, on)]:
            assert up.is_removable(self.table)
            self.player.bankroll += up.cost(self.table)
            self.player.bets.remove(up)

    # --- a throw

    def throw(self, dice: tuple[int, int], full: bool) -> None:
        self.number += 1
        play = Round(CRAPS, self.rules, self.state, RoundStart(self.number))
        events: list[Event] = list(play.events)
        for answer in self.removed():
            events += self.take(play, answer)
        for answer in self.wanted(full):
            if answer.wager not in BACKS or self.backed(play, answer):
                events += play.answer(answer)
                self.bet(answer)
        for _, kind, on in play.pending.menu.up:  # type: ignore[union-attr]
            if kind in HARD and (1, kind, on) not in play.pending.menu.called:  # type: ignore[union-attr]
                events += play.answer(Answer(1, "called_on", kind, on))
        self.most = max(self.most, len(play.pending.menu.up))  # type: ignore[union-attr]
        events += play.answer(close_betting())
        while not play.closed:
            asked = [question.options[0].answer(question.to) for question in play.elections()]
            events += play.answer(asked[0] if asked else Answer("chance", f"{dice[0]} {dice[1]}"))
        self.ledger.fold(events)
        self.state = play.result
        self.their_throw(dice)

    def take(self, play: Round, answer: Answer) -> list[Event]:
        """Taken down on both sides; odds go with a Don't bet here and are taken down there."""
        if (1, answer.wager, answer.on) not in play.pending.menu.up:  # type: ignore[union-attr]
            return []
        told = play.answer(answer)
        for event in told:
            if isinstance(event, Withdrawn):
                self.take_down(event.wager, event.on)
        return told

    @staticmethod
    def backed(play: Round, answer: Answer) -> bool:
        return (1, BACKS[answer.wager], answer.on) in play.pending.menu.up  # type: ignore[union-attr]

    def their_throw(self, dice: tuple[int, int]) -> None:
        """crapssim's own settlement, bet by bet; its order of updating is kept."""
        table, player, up = self.table, self.player, []
        table.dice.fixed_roll(dice)
        table.last_roll = table.dice.total
        for bet in player.bets:
            result = bet.get_result(table)
            player.bankroll += result.bankroll_change
            if not result.remove:
                up.append(bet)
            elif result.won and isinstance(bet, STAY_HERE):
                player.bankroll -= bet.cost(table)
                up.append(bet)
        player.bets = up
        TableUpdate.set_new_shooter(table)
        TableUpdate.update_numbers(table, False)

    def compare(self) -> None:
        ours, their = self.ledger.balance("rack 1"), round((self.player.bankroll - 10**9) * 100)
        assert ours == their, (self.number, ours, their, self.state.up, self.player.bets)
        assert (self.state.point or None) == self.table.point.number
        assert sum(w.amount for w in self.state.wagers()) == round(sum(b.amount for b in self.player.bets) * 100)


def same(up: theirs.Bet, bet: theirs.Bet, on: str) -> bool:
    if isinstance(up, theirs.Come | theirs.DontCome) and type(up) is type(bet):
        return str(up.number or "") == on
    return up._placed_key == bet._placed_key


RULES = {
    when: Rules(
        buy_bets=True,
        lay_bets=LayBets.IN_ADDITION,
        lay_vigorish_base=Base.WIN,
        vigorish_collected=when,
        fire_bet=True,
        fire_bet_paid_at_six=True,
        odds_multiple=10,
    )
    for when in Collection
}


def play_match(count: int, seed: int, when: Collection, *, full: bool = False) -> Match:
    """So many throws with the chips compared after each; for a soak give it a large count."""
    match = Match(RULES[when], seed)
    for _ in range(count):
        match.throw((match.source.randint(1, 6), match.source.randint(1, 6)), full)
        match.compare()
    return match


@pytest.mark.parametrize("when", list(Collection))
def test_623a_a_full_layout_agrees_with_crapssim(when: Collection) -> None:
    """With every wager that both know on the layout, the chips agree after every throw."""
    assert play_match(1500, 1, when, full=True).most > 60


@pytest.mark.slow
@pytest.mark.parametrize("when", list(Collection))
def test_623a_changing_wagers_agree_with_crapssim(when: Collection) -> None:
    """With wagers made and taken down at random, the chips agree after every throw."""
    play_match(8_000, 623, when)
