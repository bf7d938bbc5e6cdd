"""What every answer to a decision is worth, from the cards alone: no round has to be played before."""

from collections.abc import Iterable, Mapping, Sequence
from typing import TypeAlias

from pitboss.extras import refusing
from pitboss.game import Game
from pitboss.library.rules import Rules, game_of, rules_of
from pitboss.mathematics.kit import stated
from pitboss.mathematics.kit.judging import Judgement
from pitboss.procedure import Answer, Refusal, Refused

Cards: TypeAlias = str | Sequence[str] | Sequence[Sequence[str]]  # "8S 8H", ["8S", "8H"]; hands: "8S 3D / 8H"


@refusing
def worth(
    game: Game | str,
    rules: Rules = None,
    *,
    cards: Cards = (),
    up: Cards = (),
    unseen: Mapping[str, int] | None = None,
    wagers: Iterable[Answer] = (),
    answers: str | Sequence[Answer | str] | None = None,
    offers: str = "",
) -> Judgement:
    """Judge the decision to which these cards lead, without a round: the same as ``judge`` says in a round that got there.

    ``cards`` are those that the player has seen of their own, in the order in which they came; hands of a split from the
    left, or the two of Blackjack Switch, each of its own. ``up`` are the dealer's that lie open. ``unseen`` counts every
    other card that the player has not seen, by card ("TS") or rank ("T"), burned and hidden ones among them; without it,
    all the rest. ``wagers`` are those that are up; without them, $10 on each that taking part needs.

    The first question with something to judge is meant, or the first that ``offers`` an answer. Before it the usual answer
    is given, or these ``answers`` in order: words, or an ``Answer`` where the word alone does not say which. A state that
    cannot happen is refused.
    """
    found, given = game_of(game), answers.split() if isinstance(answers, str) else answers
    of = stated.StatedDecision(
        _hands(cards),
        tuple(card for hand in _hands(up) for card in hand),
        unseen,
        tuple(wagers),
        None if given is None else tuple(given),
        offers,
    )
    return stated.judge(found, rules_of(found, rules), of)


def _hands(cards: Cards) -> tuple[tuple[str, ...], ...]:
    """Cards in any of their forms as hands."""
    if not isinstance(cards, str | Sequence):
        words = f'Cards are a text like "8S 8H" or a list of such, not {cards!r}.'
        raise Refused(Refusal.MALFORMED, words, "")
    if isinstance(cards, str):
        written: list[Sequence[str]] = [hand.split() for hand in cards.split("/")]
    elif all(isinstance(card, str) and " " not in card for card in cards):
        written = [[card for card in cards if isinstance(card, str)]]
    else:
        written = [hand.split() if isinstance(hand, str) else hand for hand in cards]
    return tuple(tuple(hand) for hand in written)
