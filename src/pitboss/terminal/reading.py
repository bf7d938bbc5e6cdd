"""What a person types, as an Answer: wagers while betting is open, choices when a question is asked."""

import re
from collections.abc import Iterable

from pitboss.events import CENTS
from pitboss.money import Cents, cents
from pitboss.procedure import Answer, Election, Offer, Option, Refusal, Refused
from pitboss.wagers import WAGER


def plain(words: str) -> str:
    """Letter case, spaces, hyphens and underscores do not matter."""
    return re.sub(r"[\s_\-]+", "_", words.strip().lower())


def amount(text: str) -> Cents:
    try:
        return cents(text.removeprefix("$"))
    except ValueError as error:
        raise Refused(Refusal.MALFORMED, str(error), "") from None


# --- while betting is open ---------------------------------------------------------------------------------


def tender(line: str, seat: int, offers: Iterable[Offer], acts: Iterable[str], wagers: Iterable[str]) -> Answer:
    """``straight 17 10``, ``front_9 10``, ``remove straight 17``: an act, a wager, a spot, an amount."""
    says, tokens = _longest(line.split(), acts)
    offers = tuple(offers)
    if says and not tokens and any(offer.says == says and not offer.wager for offer in offers):
        return Answer(seat, says)  # it concerns no wager: the dice are taken, or passed on
    wager, rest = _named(tokens, wagers)
    spots = {offer.on for offer in offers if offer.wager == wager}
    on, rest = _spot(rest, spots)
    if len(rest) > 1 or (not rest and not says):
        raise Refused(Refusal.MALFORMED, f"Write {_form(wager, spots)}.", "")
    return Answer(seat, says or WAGER, wager, on, amount(rest[0]) if rest else 0)


def _named(tokens: list[str], wagers: Iterable[str]) -> tuple[str, list[str]]:
    """The wager that is named, and what follows it."""
    wagers = tuple(wagers)
    found, rest = _longest(tokens, wagers)
    if found:
        return found, rest
    wrong = f"{tokens[0]!r} is not a wager of this game" if tokens else "No wager is named"
    raise Refused(Refusal.UNKNOWN_WAGER, f"{wrong}; there are: {', '.join(wagers)}.", "")


def _longest(tokens: list[str], names: Iterable[str]) -> tuple[str, list[str]]:
    """The name that the longest run of words spells, empty when none does, and what follows it."""
    known = {plain(name): name for name in names}
    for count in range(len(tokens), 0, -1):
        found = known.get(plain(" ".join(tokens[:count])))
        if found is not None:
            return found, tokens[count:]
    return "", tokens


def _spot(tokens: list[str], spots: set[str]) -> tuple[str, list[str]]:
    """The spot, written as one word or as several (``split 1 2 10``), and what follows it."""
    named = {plain(on): on for on in spots if on}
    for count in range(len(tokens), 0, -1):
        found = named.get(plain(" ".join(tokens[:count])))
        if found is not None and not (count == len(tokens) == 1 and "" in spots):
            return found, tokens[count:]
    if len(tokens) == 2:  # an unknown spot, refused with those there are
        return tokens[0], tokens[1:]
    return "", tokens


def _form(wager: str, spots: set[str]) -> str:
    spot = next((on for on in sorted(spots) if on), "")
    return " ".join(filter(None, (wager, spot, "10")))


# --- when a question is asked ------------------------------------------------------------------------------


def choose(line: str, election: Election) -> Answer:
    """The number of an option, its name or the beginning of it, then an amount or cards where it takes them."""
    options, tokens = election.options, line.split()
    if not tokens:
        if election.default is None:
            raise _unclear(line, election)
        return election.default.answer(election.to)
    if len(options) == 1 and options[0].most and len(tokens) == 1 and tokens[0][0].isdigit():
        return _answer(options[0], tokens, election)
    if tokens[0].isdigit() and 1 <= int(tokens[0]) <= len(options):
        return _answer(options[int(tokens[0]) - 1], tokens[1:], election)
    for count in range(len(tokens), 0, -1):
        found = _meant(tokens[:count], options)
        if found:  # of two of one name, the one that takes an amount if an amount follows
            fitting = [option for option in found if bool(option.most) is (count < len(tokens))] or found
            return _answer(fitting[0], tokens[count:], election)
    raise _unclear(line, election)


def _meant(tokens: list[str], options: tuple[Option, ...]) -> list[Option]:
    """The options of the name that was typed, or of the only name that begins so."""
    typed = plain(" ".join(tokens))
    exact = [option for option in options if plain(str(option)) == typed]
    begun = [option for option in options if plain(str(option)).startswith(typed)]
    return exact or _same_cards(tokens, options) or (begun if len({str(option) for option in begun}) == 1 else [])


def _same_cards(tokens: list[str], options: tuple[Option, ...]) -> list[Option]:
    """``low 3D 2H`` is the option ``low 2H 3D``."""
    typed = sorted(token.upper() for token in tokens[1:])
    return [
        o for o in options if o.cards and plain(o.says) == plain(tokens[0]) and sorted(map(str.upper, o.cards)) == typed
    ]


def _answer(option: Option, rest: list[str], election: Election) -> Answer:
    if not rest:
        return option.answer(election.to)
    if len(rest) > 1 or not option.most:
        raise _unclear(" ".join(rest), election)
    if option.unit == CENTS:
        return option.answer(election.to, amount(rest[0]))
    if not rest[0].isdigit():
        raise _unclear(rest[0], election)
    return option.answer(election.to, int(rest[0]))


def _unclear(line: str, election: Election) -> Refused:
    shown = ", ".join(dict.fromkeys(str(option) for option in election.options[:12]))
    return Refused(Refusal.NOT_LAWFUL, f"{line!r} is not a lawful answer now; there are: {shown}.", election.cite)
