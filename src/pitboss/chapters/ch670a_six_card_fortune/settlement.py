"""§ 670a.11(e)–(j): hands shown and compared, Double Down, optional wagers, Envy Bonuses."""

from collections.abc import Iterator, Mapping

from pitboss.chapters.ch670a_six_card_fortune.hands import (
    called,
    compare,
    insurance_line,
    made_line,
    qualifies,
)
from pitboss.chapters.ch670a_six_card_fortune.round import Round
from pitboss.chapters.ch670a_six_card_fortune.rules import (
    DOUBLE_DOWN,
    EVEN,
    FORTUNE,
    FORTUNE_ENVIES,
    FORTUNE_ENVY,
    FORTUNE_PAYS,
    INSURANCE,
    INSURANCE_PAYS,
    MAIN,
    METER_SHARES,
    PROGRESSIVE,
    PROGRESSIVE_ENVIES,
    PROGRESSIVE_ENVY,
    PROGRESSIVE_PAYS,
    Envies,
    envies,
)
from pitboss.events import Announced, Event, Marked, Settlement
from pitboss.families.pai_gow_poker.outcome import by_outcome
from pitboss.families.pai_gow_poker.round import envy_lines, turned_up
from pitboss.families.progressive import AwardCites, documented, share_paid, validated
from pitboss.families.settling import decided, won
from pitboss.money import Cents
from pitboss.procedure import DEALER, Procedure
from pitboss.seating import Seat
from pitboss.wagers import Wager, collected, returned


def settlement(game: Round) -> Procedure[None]:
    """(e)–(j) One player after the other from the dealer's right; then the Envy Bonuses; then the last cards."""
    everyone = bool(game.up(FORTUNE) or game.up(PROGRESSIVE))  # (h), I-670a-15
    left_face_up: list[Seat] = []
    for seat in game.seats:
        yield from settle_main(game, seat)
        if everyone or game.has_optional(seat):
            yield from settle_optional(game, seat)
        if envied(game, seat):
            left_face_up.append(seat)
        else:
            yield discard(game, seat)
    yield from settle_envy(game)
    for seat in left_face_up:
        yield discard(game, seat)
    yield discard(game, DEALER, "670a.11(j)")


def discard(game: Round, place: Seat | str, cite: str = "670a.11(i)") -> Event:
    """(i)–(j) The cards of a hand go to the rack together, when all its wagers are settled."""
    return game.deal.deck.shoe.discard(place, game.settings[place].cards, cite, shown=True)


# --- (e)–(g) The main wager and Double Down


def settle_main(game: Round, seat: Seat) -> Procedure[None]:
    """(e) Both hands shown, compared with the dealer's and called; the wager, then the Double Down."""
    mine, dealer = game.settings[seat], game.settings[DEALER]
    yield from turned_up(game, seat, mine.cards, mine.spoken, "670a.11(e)")
    outcome, cite = compare(mine, dealer)
    yield Announced(f"seat {seat} {outcome}", cite="670a.11(e)")
    words = f"foul: {mine.spoken}" if mine.foul else f"{mine.spoken} against {dealer.spoken}"
    wager = game.take(seat, MAIN)
    assert wager is not None
    yield by_outcome(wager, outcome, EVEN, game.rules, cite=cite, pays="670a.12(a)", words=words)
    if double := game.take(seat, DOUBLE_DOWN):
        if qualifies(dealer):
            yield by_outcome(double, outcome, EVEN, game.rules, cite="670a.11(g)(1)", pays="670a.12(a)", words=words)
        else:
            yield returned(double, cite="670a.11(g)(2)", outcome=f"{dealer.spoken}: below a pair of 8s")


# --- (h) Fortune Bonus, Insurance, Progressive Payout

AWARD = AwardCites(*(f"670a.11(h)(3)(i)(B)({number})" for number in ("I", "II", "III", "IV")))


def settle_optional(game: Round, seat: Seat) -> Procedure[None]:
    """(h) The six cards as their best hand, however they were set."""
    face_up = _left_face_up(game, seat)
    yield from turned_up(game, seat, game.cards(seat), called(game.cards(seat)), "670a.11(h)")
    yield tuple(settle_fortune(game, seat))
    yield tuple(settle_insurance(game, seat))
    yield from settle_progressive(game, seat)
    if envied(game, seat):
        words = f"Envy Bonus Qualifying Hand at seat {seat}: {called(game.cards(seat))}"
        yield Announced(words, cite=face_up)


def settle_fortune(game: Round, seat: Seat) -> Iterator[Settlement]:
    """(h)(1) Three of a kind or better is paid (I-670a-14)."""
    if wager := game.take(seat, FORTUNE):
        line = made_line(game.cards(seat))
        odds = FORTUNE_PAYS.get(line)
        yield decided(
            wager, odds, game.rules, pays="670a.12(b)(1)", loses="670a.11(h)(1)(i)(A)", outcome=line.words
        )  # fmt: skip


def settle_insurance(game: Round, seat: Seat) -> Iterator[Settlement]:
    """(h)(2) King high or less is paid by the highest card."""
    if wager := game.take(seat, INSURANCE):
        line = insurance_line(game.cards(seat))
        odds, outcome = INSURANCE_PAYS.get(line), line.replace("_", " ") or called(game.cards(seat))
        yield decided(wager, odds, game.rules, pays="670a.12(c)", loses="670a.11(h)(2)(i)", outcome=outcome)


def settle_progressive(game: Round, seat: Seat) -> Procedure[None]:
    """(h)(3) Verified, validated and paid by what the meter shows at this player's turn (670a.12(d)(3))."""
    wager = game.wagers.get((seat, PROGRESSIVE))
    if wager is None:
        return
    line = made_line(game.cards(seat))
    percent, odds = METER_SHARES.get(line), PROGRESSIVE_PAYS.get(line)
    if percent is None and odds is None:
        game.take(seat, PROGRESSIVE)
        yield collected(wager, cite="670a.11(h)(3)(i)(A)", outcome=line.words)
        return
    yield from validated(seat, AWARD)
    if percent is not None:
        yield from share_of_meter(game, wager, percent, line.words)
    elif odds is not None:
        game.take(seat, PROGRESSIVE)
        yield won(wager, odds, game.rules, cite="670a.12(d)(1)", outcome=line.words)


def share_of_meter(game: Round, wager: Wager, percent: int, outcome: str) -> Procedure[None]:
    """(B)(IV) Not from the table inventory; the cards stay until the documents are complete."""
    assert game.meter is not None
    due = yield from game.meter.award(wager.seat, percent)
    game.take(wager.seat, PROGRESSIVE)
    yield share_paid(wager, percent, due, cite="670a.12(d)(3)", outcome=outcome)
    yield from documented(wager.seat, AWARD.documents)


# --- (h)(1)(ii), (h)(3)(ii) Envy Bonus


def envied(game: Round, holder: Seat) -> bool:
    """Whether a hand qualifies for anyone's Envy Bonus, so that it stays face up until these are paid."""
    return _draws(game.lammers, FORTUNE_ENVIES, game, holder) or _draws(
        game.progressives, PROGRESSIVE_ENVIES, game, holder
    )


def _draws(receivers: Mapping[Seat, Cents], tables: Envies, game: Round, holder: Seat) -> bool:
    line = made_line(game.cards(holder))
    return any(line in envies(wager, tables) for wager in receivers.values())


def _left_face_up(game: Round, seat: Seat) -> str:
    """The paragraph under which a qualifying hand is announced: with a Fortune Bonus Wager, without, or by Progressive."""
    if not _draws(game.lammers, FORTUNE_ENVIES, game, seat):
        return "670a.11(h)(3)(i)(C)"
    return "670a.11(h)(1)(i)(B)" if (seat, FORTUNE) in game.wagers else "670a.11(h)(1)(i)(C)"


def settle_envy(game: Round) -> Procedure[None]:
    """To each lammer and then each Progressive, for every qualifying hand of another; never one's own or the dealer's."""
    yield tuple(sums(game, FORTUNE_ENVY, game.lammers, FORTUNE_ENVIES, "670a.12(b)(2)"))
    if game.lammers:
        yield Marked("envy lammer", "", cite="670a.11(h)(1)(ii)")
    yield tuple(sums(game, PROGRESSIVE_ENVY, game.progressives, PROGRESSIVE_ENVIES, "670a.12(d)(4)"))


def sums(game: Round, kind: str, receivers: Mapping[Seat, Cents], tables: Envies, cite: str) -> Iterator[Settlement]:
    """By the size of the receiver's own wager; several hands are added up (I-GEN-26)."""

    def due(seat: Seat, holder: Seat) -> Cents:
        return envies(receivers[seat], tables).get(made_line(game.cards(holder)), 0)

    return envy_lines(game, kind, receivers, due, called, cite)
