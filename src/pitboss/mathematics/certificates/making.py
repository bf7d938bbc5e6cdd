"""Certificates made: one for every edge, with the identities that its game knows (``mathematics/<game>/certifying.py``).

``certifying.identities(rules, edge)`` gives them; this module finds it and knows no game. A certificate is checked by the
stand-alone checker before it is given to anybody: an edge that breaks an identity is refused.
"""

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from math import comb, lcm, perm
from typing import Any

import msgspec

from pitboss.equipment.cards import JOKER, Card, rank
from pitboss.game import Game
from pitboss.mathematics.certificates import check
from pitboss.mathematics.kit import parts
from pitboss.mathematics.kit.edge import Edge
from pitboss.procedure import Refusal, Refused
from pitboss.submission import HOLDER, RulesSubmission

Line = tuple[str, Fraction]  # an outcome by its name and what it nets
Chances = Mapping[Line, Fraction]


class CertifiedIdentity(msgspec.Struct, frozen=True):
    """One identity as the checker reads it, and the number of ways that it counts in; 0: any."""

    fields: dict[str, Any]
    total: int = 0


def certificate(game: Game, rules: RulesSubmission, edge: Edge) -> dict[str, Any]:
    """The certificate of an edge; refused where the edge breaks an identity."""
    found = list(_identities(game, rules, edge))
    total = max((one.total for one in found), default=0) or lcm(*(one.probability.denominator for one in edge.outcomes))
    outcomes = [{"name": one.name, "net": str(one.net), "ways": _ways(one.probability, total)} for one in edge.outcomes]
    made: dict[str, Any] = {
        "format": check.FORMAT,
        "about": {
            **{name: getattr(edge, name) for name in check.ABOUT if name != "rules"},
            "options": {name: str(value) for name, value in edge.options.items()},
            "rules": msgspec.structs.replace(rules, holder=HOLDER).hash(game.name),
        },
        "claim": _claim(edge, total, sampled="sample" in {one.fields["kind"] for one in found}),
        "total": total,
        "outcomes": outcomes,
        "progressive": {} if not _from_meter(edge) else _meter(edge),
        "identities": [one.fields for one in found],
    }
    made = json.loads(json.dumps(made))
    made["words"] = check.in_words(made)
    made["hash"] = check.digest(made)
    try:
        check.check(made)
    except check.WrongCertificate as wrong:
        words = f"The edge of {edge.wager} is not published: it breaks an identity. {wrong}"
        raise Refused(Refusal.CORRUPT, words, "") from None
    return made


def written(made: Mapping[str, Any]) -> str:
    """A certificate as a line of a file."""
    return json.dumps(made, sort_keys=True, separators=(",", ":")) + "\n"


def _identities(game: Game, rules: RulesSubmission, edge: Edge) -> Iterable[CertifiedIdentity]:
    found = parts.load(game, "certifying")
    return () if found is None else found.identities(rules, edge)


def _ways(chance: Fraction, total: int) -> int:
    ways = chance * total
    assert ways.denominator == 1, f"{chance} is no whole number of {total} ways"
    return ways.numerator


def _from_meter(edge: Edge) -> bool:
    return edge.progressive is not None and edge.value is None


def _claim(edge: Edge, total: int, *, sampled: bool) -> dict[str, Any]:
    source = "progressive" if _from_meter(edge) else "outcomes" if edge.house_edge == -edge.mean else "sample"
    return {
        "house_edge": str(edge.house_edge),
        "from": "sample" if sampled else source,
        "half_width": str(edge.half_width),
        "variance": str(edge.variance),
        **{name: _ways(edge.chance(sign), total) for name, sign in (("win", 1), ("push", 0), ("lose", -1))},
        "staked": str(edge.staked),
        "element_of_risk": str(edge.element_of_risk),
    }


def _meter(edge: Edge) -> dict[str, str]:
    of = edge.progressive
    assert of is not None
    shares = of.top + sum((chance * percent / 100 for percent, chance in of.parts), Fraction(0))
    return {name: str(shares if name == "shares" else Fraction(getattr(of, name))) for name in check.PROGRESSIVE}


# --- identities, for the games


def lines_of(edge: Edge) -> list[Line]:
    return [(one.name, one.net) for one in edge.outcomes]


def elementary(edge: Edge, device: str, results: Iterable[tuple[str, int, str, Fraction]]) -> CertifiedIdentity:
    """Every result of a device with its weight, and the outcome by name and net to which it leads."""
    places = {line: place for place, line in enumerate(lines_of(edge))}
    rows = [[label, weight, places[str(name).replace("_", " "), net]] for label, weight, name, net in results]
    return CertifiedIdentity({"kind": "elementary", "device": device, "results": rows})


def burned(
    edge: Edge, shoe: Mapping[str, int], cards: int, without: Callable[[str], Chances], *, ordered: bool = True
) -> CertifiedIdentity:
    """So many cards of a shoe, in so many ways; ``without`` one card burned, how likely each outcome then is."""
    count, many = (perm if ordered else comb), sum(shoe.values())
    rows = []
    for face in shoe:
        chances = without(face)
        assert set(chances) <= set(lines_of(edge)), f"other outcomes without {face}"
        rows.append([_ways(chances.get(line, Fraction(0)), count(many - 1, cards)) for line in lines_of(edge)])
    fields = {"kind": "burned", "cards": cards, "ordered": ordered, "shoe": [*map(list, shoe.items())], "without": rows}
    return CertifiedIdentity(fields, count(many, cards))


def burned_cards(edge: Edge, deck: Sequence[Card], cards: int, without: Callable[[str], Chances]) -> CertifiedIdentity:
    """The same of a deck in which suits are alike: one card of each rank stands for all of them."""
    alike = {card: card if card == JOKER else rank(card) for card in deck}
    first = {name: card for card, name in reversed(alike.items())}
    return burned(edge, Counter(alike.values()), cards, lambda name: without(first[name]), ordered=False)


def burned_edge(shoe: Mapping[str, int], without: Callable[[str], Fraction], tolerance: Fraction) -> CertifiedIdentity:
    """The edge with one card burned, in double precision."""
    edges = [str(without(face)) for face in shoe]
    return CertifiedIdentity(
        {"kind": "burned edge", "shoe": [*map(list, shoe.items())], "edges": edges, "tolerance": str(tolerance)}
    )


def plan(rows: Sequence[tuple[str, int, Mapping[str, Fraction]]]) -> CertifiedIdentity:
    """Every situation with its weight, and what each choice in it is worth."""
    choices = list(rows[0][2])
    every = sum(weight for _, weight, _ in rows)
    always = [sum((weight * worths[one] for _, weight, worths in rows), Fraction(0)) / every for one in choices]
    listed = [
        [name, weight, [str(worths[one]) for one in choices], max(choices, key=worths.__getitem__)]
        for name, weight, worths in rows
    ]
    return CertifiedIdentity(
        {"kind": "plan", "choices": choices, "rows": listed, "always": [str(one) for one in always]}
    )


def exchange(edge: Edge, pairs: Iterable[tuple[str, str]]) -> CertifiedIdentity:
    """Outcomes, by name, that change places when two seats do."""
    places = {name: place for place, (name, _) in enumerate(lines_of(edge))}
    return CertifiedIdentity({"kind": "exchange", "outcomes": [[places[one], places[other]] for one, other in pairs]})


def sample(seed: int, blocks: Sequence[int], scale: int, total: int, squares: int) -> CertifiedIdentity:
    """The sums of a simulation: of ``scale`` times what the house wins in a round, and of its square."""
    fields = {
        "kind": "sample",
        "seed": seed,
        "blocks": list(blocks),
        "rounds": sum(blocks),
        "scale": scale,
        "sum": total,
        "squares": squares,
    }
    return CertifiedIdentity(fields)


def chances_of(lines: Iterable[tuple[Any, Fraction, Fraction]]) -> Chances:
    """Lines of a distribution, as ``kit.edge.distribution`` takes them, by outcome."""
    found: dict[Line, Fraction] = {}
    for name, net, chance in lines:
        line = str(name).replace("_", " "), net
        found[line] = found.get(line, Fraction(0)) + chance
    return found


def every_certificate(game: Game, rules: RulesSubmission, edges: Iterable[Edge]) -> Iterator[dict[str, Any]]:
    """The certificate of each of a game's edges under one submission."""
    for edge in edges:
        yield certificate(game, rules, edge)
