"""Go Fore It certified: by the front cards with what each choice is worth, and with any one card burned."""

from collections.abc import Iterator
from fractions import Fraction

from pitboss.chapters.ch676a_go_fore_it.rules import BACK_9, FRONT_9, HAND, Rules
from pitboss.mathematics.certificates.making import CertifiedIdentity, Chances, burned, chances_of, plan
from pitboss.mathematics.go_fore_it.edges import deck, gopher_lines, hands, main_lines, worth_of_back_9
from pitboss.mathematics.kit.edge import Edge

ACE, GOPHER = 1, "gopher"


def identities(rules: Rules, edge: Edge) -> Iterator[CertifiedIdentity]:
    """Of the main game and the Gopher Wager. Skins are met by the dealer's hand, too: counted alone."""
    values = {f"a card of {value}": value for value in deck()}

    def without(face: str) -> Chances:
        value = values[face]
        if edge.wager == FRONT_9:
            return chances_of(main_lines((value,))[0])
        aces, others = deck()[ACE], sum(deck().values()) - deck()[ACE]
        return chances_of(gopher_lines(rules, aces - (value == ACE), others - (value != ACE)))

    if edge.wager == FRONT_9:
        yield plan(
            [
                (" and ".join(map(str, front)), ways, {BACK_9: worth_of_back_9(front), "fold": Fraction(-1)})
                for front, ways in hands(2)
            ]
        )
    if edge.wager in (FRONT_9, GOPHER):
        yield burned(edge, {face: deck()[value] for face, value in values.items()}, HAND, without)
