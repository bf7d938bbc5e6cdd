"""§ 687a.11(e)–(f): one player at a time, the main wagers, then Progressive, Trips and Bad Beat; then Envy Bonuses."""

from collections.abc import Iterator, Sequence

from pitboss.chapters.ch687a_dj_wild_stud_poker.hands import (
    RANKING,
    bad_beat_line,
    best,
    progressive_line,
    trips_line,
)
from pitboss.chapters.ch687a_dj_wild_stud_poker.round import SET_ASIDE, Round
from pitboss.chapters.ch687a_dj_wild_stud_poker.rules import (
    ANTE,
    BAD_BEAT,
    BLIND,
    BLIND_PAYS,
    ENVY,
    EVEN,
    PROGRESSIVE,
    RAISE,
    TRIPS,
)
from pitboss.equipment.cards import JOKER
from pitboss.events import Paid, Revealed, Settlement
from pitboss.families.poker_ranks import Hand
from pitboss.families.progressive import ALL, Sharing, Winners, shared_text
from pitboss.families.settling import decided, won
from pitboss.money import Cents, Odds, winnings
from pitboss.procedure import Procedure
from pitboss.seating import Seat, counterclockwise
from pitboss.wagers import Wager, collected, returned

# --- (e) Ante, Blind and Raise


def settle_main(game: Round, seat: Seat) -> Iterator[Settlement]:
    """(e)(1)–(3) The higher hand wins; equal hands push all three."""
    mine, dealer = best(game.hands[seat]), best(game.dealer)
    outcome = f"{RANKING.spoken(mine)} against {RANKING.spoken(dealer)}"
    for kind in (ANTE, BLIND, RAISE):
        wager = game.take(seat, kind)
        assert wager is not None
        if mine == dealer:
            yield returned(wager, cite="687a.11(e)(2)", outcome=outcome)
        elif mine < dealer:
            yield collected(wager, cite="687a.11(e)(3)", outcome=outcome)
        elif kind == BLIND:
            yield _winning_blind(game, wager, RANKING.name(mine), outcome)
        else:
            yield won(wager, EVEN, game.rules, cite="687a.12(a)", outcome=outcome)


def _winning_blind(game: Round, wager: Wager, hand: Hand, outcome: str) -> Settlement:
    """687a.12(b): from a straight up it is paid; below, it pushes."""
    odds = BLIND_PAYS.get(hand)
    if odds is None:
        return returned(wager, cite="687a.12(b)", outcome=outcome)
    return won(wager, odds, game.rules, cite="687a.12(b)", outcome=outcome)


# --- (f)(1) Progressive


def made_of(game: Round, seat: Seat) -> Hand:
    """The line of a hand, the joker exchanged."""
    return progressive_line(game.hands[seat], game.set_aside, game.rules.progressive_twos)


def settle_progressive(game: Round, seat: Seat) -> Procedure[None]:
    """The card set aside replaces the joker; a royal or straight flush is paid from the meter as it is now."""
    yield from turn_set_aside(game, seat)
    wager = game.wagers.get((seat, PROGRESSIVE))
    if wager is None:
        return
    line, table = made_of(game, seat), game.rules.progressive
    share, odds = table.shares.get(line), table.fixed.get(line)
    if share is not None and share.percent == ALL and game.rules.progressive_winners is Winners.EQUAL:
        game.jackpots.append((wager, line))
    elif share is not None:
        assert game.meter is not None
        due = yield from game.meter.award(seat, share.percent)  # I-GEN-03, I-GEN-04; no stake back (I-687a-13)
        game.take(seat, PROGRESSIVE)
        text = shared_text(share.percent, 1)
        yield Paid(seat, PROGRESSIVE, "", wager.amount, due, text, line.words, cite="687a.12(c)")
    elif odds is not None:
        game.take(seat, PROGRESSIVE)
        yield _fixed_award(game, wager, odds, line.words)
    else:
        game.take(seat, PROGRESSIVE)
        yield collected(wager, cite="687a.11(f)(1)(i)", outcome=line.words)


def settle_jackpots(game: Round) -> Procedure[None]:
    """I-GEN-03, where that was filed: several winners of the whole meter share it equally."""
    if not game.jackpots:
        return
    assert game.meter is not None
    player = game.players.__getitem__  # with several winning boxes a player has one part
    dues = yield from game.meter.shared([wager for wager, _ in game.jackpots], Sharing.EQUAL, player)
    text = shared_text(ALL, len({player(wager.seat) for wager, _ in game.jackpots}))
    for wager, line in game.jackpots:
        game.take(wager.seat, PROGRESSIVE)
        due = dues[wager.seat]
        yield Paid(wager.seat, PROGRESSIVE, "", wager.amount, due, text, line.words, cite="687a.12(c)")


def _fixed_award(game: Round, wager: Wager, odds: Odds, line: str) -> Settlement:
    """687a.12(c), I-687a-13: paid at its odds, with the stake unless another choice was filed."""
    if game.rules.progressive_stake_back:
        return won(wager, odds, game.rules, cite="687a.12(c)", outcome=line)
    due = winnings(wager.amount, odds, game.rules.payout_rounding)
    return Paid(wager.seat, wager.kind, "", wager.amount, due, odds.text, line, cite="I-687a-13")


def turn_set_aside(game: Round, seat: Seat) -> Procedure[None]:
    """687a.2(b)(4): turned when a hand with the joker may win a Progressive, or pay another player an Envy Bonus."""
    if JOKER in game.hands[seat] and game.progressives and not game.shown:
        game.shown = True
        yield Revealed(SET_ASIDE, (game.set_aside,), cite="687a.11(f)(1)")


# --- (f)(2)–(3) Trips, Two-Way Bad Beat


def settle_trips(game: Round, seat: Seat) -> Iterator[Settlement]:
    if wager := game.take(seat, TRIPS):
        line = trips_line(game.hands[seat], game.rules.trips)
        odds = game.rules.trips.get(line)
        yield decided(wager, odds, game.rules, pays="687a.12(d)", loses="687a.11(f)(2)(i)", outcome=line)


def settle_bad_beat(game: Round, seat: Seat) -> Iterator[Settlement]:
    if wager := game.take(seat, BAD_BEAT):
        line = bad_beat_line(best(game.hands[seat]), best(game.dealer), two_way=game.rules.two_way)
        odds = None if line is None else game.rules.bad_beat.get(line)
        outcome = "not beaten" if line is None else f"{line.words} beaten"
        yield decided(wager, odds, game.rules, pays="687a.12(e)", loses="687a.11(f)(3)(i)", outcome=outcome)


# --- Envy Bonus


def settle_envy(game: Round, looked_at: Sequence[Seat]) -> Iterator[Settlement]:
    """687a.12(c), I-687a-16: each other player's Progressive is paid a fixed sum for every qualifying hand.

    Every hand whose cards stayed on the table counts, folded or not: (b)(3) is about the folder's own award.
    """
    shares = game.rules.progressive.shares
    hands = [(seat, made_of(game, seat)) for seat in looked_at] if game.progressives else []
    winners = [(seat, line, shares[line].envy) for seat, line in hands if line in shares]
    for seat in counterclockwise(game.progressives):
        others = [winner for winner in winners if game.players[winner[0]] != game.players[seat]]
        due: Cents = sum(envy for _, _, envy in others)
        if due:
            outcome = ", ".join(f"{line.words} at seat {other}" for other, line, _ in others)
            yield Paid(seat, ENVY, "", 0, due, "", outcome, cite="687a.12(c)")
