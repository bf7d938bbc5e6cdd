"""Checks certificates of house edges with nothing but Python 3.10 or later: no other software has to be trusted.

    python3 -I check.py FILE [FILE ...]

A certificate is a JSON file. It says how many ways lead to each outcome of a wager, what each outcome nets for a unit, and what
follows: the house edge, the variance, the chances. It adds identities that cannot hold by accident, each of a class of equipment:

- elementary: every result of a wheel or of dice with the outcome that it leads to; counted, they are the ways.
- burned: the ways after any one card was taken out of the shoe. As often as each card can be burned, they are the ways of the
  whole shoe again, for every outcome; so the effects of removal sum to zero.
- burned edge: the same of an edge in double precision, within the tolerance that is stated.
- plan: what a decision is worth in every situation. The best one is chosen, and all of them together are the edge.
- exchange: outcomes that change places when two seats do, so that they have equally many ways.
- sample: the sums of a simulation, from which the mean and its interval follow.

The checker knows no game. Each file gets a line, "right" or "WRONG" with the reason; the exit status is 0 only if all are right.
``--not-proved`` says what a right certificate leaves open.
"""

from __future__ import annotations

import hashlib
import json
import re
import sys
from collections.abc import Iterable
from fractions import Fraction
from math import comb, isqrt, perm
from typing import Any

FORMAT = "pitboss certificate 1"
NOT_PROVED = (
    "That the outcomes, the results and what they pay are those of the rules: compare them with the filed rules.",
    "That a situation of a plan is worth what is said; that the plan is the best one is shown for these worths only.",
    "That a simulation was played with its seed: play it again with the software.",
    "Anything about a certificate without identities but that its numbers follow from each other.",
)
FIELDS = {
    "format": str, "words": list, "about": dict, "claim": dict, "total": int, "outcomes": list, "progressive": dict,
    "identities": list, "hash": str,
}  # fmt: skip
ABOUT = ("chapter", "game", "wager", "on", "paytable", "decks", "options", "strategy", "method", "conditional", "rules")
CLAIM = ("house_edge", "from", "half_width", "variance", "win", "push", "lose", "staked", "element_of_risk")
PROGRESSIVE = ("unit", "fixed", "rate", "top", "shares", "seed", "even")
FROM = ("outcomes", "progressive", "sample")
FRACTION = re.compile("-?[0-9]{1,4000}(/[1-9][0-9]{0,4000})?")  # and nothing that Python would take besides: 1e9
MOST_CARDS, MOST_DRAWN = 10_000, 64  # of a shoe, and drawn from it: beyond them a count takes for ever
DIGITS = 10**12  # of the half width of an interval, which is rounded up
SQUARED_196 = Fraction(196, 100) ** 2  # standard errors in a 95 % interval


class WrongCertificate(Exception):
    """What is not right, as one sentence."""


def must(holds: bool, sentence: str) -> None:
    if not holds:
        raise WrongCertificate(sentence)


def keys(found: Any, names: Iterable[str], what: str) -> None:
    must(isinstance(found, dict) and tuple(sorted(found)) == tuple(sorted(names)), f"{what} has other fields.")


def whole(number: Any, what: str, least: int = 0) -> int:
    must(type(number) is int and number >= least, f"{what} is no whole number from {least} up.")
    return int(number)


def exact(written: Any, what: str) -> Fraction:
    """A fraction as it is written: in its lowest terms."""
    must(isinstance(written, str) and FRACTION.fullmatch(written) is not None, f"{what} is no fraction.")
    number = Fraction(written)
    must(str(number) == written, f"{what} is not written in its lowest terms.")
    return number


def text(found: Any, what: str) -> str:
    must(isinstance(found, str), f"{what} is no text.")
    return str(found)


def canonical(certificate: Any) -> bytes:
    """The bytes that are hashed: everything but the hash."""
    left = {name: value for name, value in certificate.items() if name != "hash"}
    return json.dumps(left, sort_keys=True, separators=(",", ":"), ensure_ascii=True).encode()


def digest(certificate: Any) -> str:
    return hashlib.sha256(canonical(certificate)).hexdigest()


# --- in words: what a person reads is rendered again from the numbers, so that it says nothing else


def shown(of: Fraction | str) -> str:
    """Twelve digits after the point, rounded down, from a fraction."""
    number = Fraction(of)
    scaled = abs(number.numerator) * 10**12 // number.denominator
    return f"{'-' if number < 0 else ''}{scaled // 10**12}.{scaled % 10**12:012d}"


def in_words(certificate: Any) -> list[str]:
    """The whole certificate as lines of text."""
    about, claim = certificate["about"], certificate["claim"]
    lines = [f"{name}: {json.dumps(about[name], sort_keys=True)}" for name in ABOUT]
    lines.append(f"The house edge is {claim['house_edge']} = {shown(claim['house_edge'])}, from its {claim['from']}.")
    if claim["half_width"] != "0":
        lines.append(f"It is known to within {claim['half_width']} (95 %).")
    lines += [f"{name}: {claim[name]}" for name in CLAIM[3:]]
    lines.append(f"{certificate['total']} ways in all.")
    lines += [f"{one['name']}: nets {one['net']} in {one['ways']} ways" for one in certificate["outcomes"]]
    lines += [f"meter, {name}: {value}" for name, value in sorted(certificate["progressive"].items())]
    lines += [f"{one.get('kind')}: {json.dumps(one, sort_keys=True)}" for one in certificate["identities"]]
    return lines


# --- the numbers


class CountedOutcomes:
    """The outcomes of a certificate, read and counted."""

    def __init__(self, certificate: Any) -> None:
        self.total, outcomes = whole(certificate["total"], "The number of ways", 1), certificate["outcomes"]
        self.names, self.nets, self.ways = list[str](), list[Fraction](), list[int]()
        for one in outcomes:
            keys(one, ("name", "net", "ways"), "An outcome")
            self.names.append(text(one["name"], "The name of an outcome"))
            self.nets.append(exact(one["net"], "What an outcome nets"))
            self.ways.append(whole(one["ways"], "The ways of an outcome"))
        must(len(set(zip(self.names, self.nets, strict=True))) == len(self.names), "An outcome is listed twice.")
        must(sum(self.ways) == self.total, f"The ways are {sum(self.ways)} together, not {self.total}.")

    def mean(self, power: int = 1) -> Fraction:
        return (
            sum((net**power * count for net, count in zip(self.nets, self.ways, strict=True)), Fraction(0)) / self.total
        )

    def having(self, sign: int) -> int:
        return sum(n for net, n in zip(self.nets, self.ways, strict=True) if (net > 0) - (net < 0) == sign)


def check_claims(certificate: Any, found: CountedOutcomes) -> None:
    claim = certificate["claim"]
    keys(claim, CLAIM, "The claim")
    for name, sign in (("win", 1), ("push", 0), ("lose", -1)):
        must(whole(claim[name], name) == found.having(sign), f"The ways to {name} are {found.having(sign)}.")
    edge, half = exact(claim["house_edge"], "The house edge"), exact(claim["half_width"], "The half width")
    staked = exact(claim["staked"], "What is staked")
    variance = found.mean(2) - found.mean() ** 2
    must(exact(claim["variance"], "The variance") == variance, f"The variance is {variance}.")
    must(
        staked > 0 and exact(claim["element_of_risk"], "The element of risk") == edge / staked,
        "The edge of all that is staked is another.",
    )
    must(claim["from"] in FROM, "Nothing is known of where the edge is from.")
    if claim["from"] == "outcomes":
        must(edge == -found.mean(), f"The outcomes give an edge of {-found.mean()}.")
    if claim["from"] == "progressive":
        keys(certificate["progressive"], PROGRESSIVE, "The meter")
        meter = {name: exact(value, "A figure of the meter") for name, value in certificate["progressive"].items()}
        given = meter["fixed"] + meter["rate"] + meter["top"] * meter["seed"]
        must(edge == 1 - given, f"The meter gives back {given}.")
        must(
            meter["top"] <= meter["shares"] and meter["unit"] > 0,
            "The shares of the meter are less than the chance of all of it.",
        )
        must(
            meter["even"] * meter["shares"] == meter["unit"] * (1 - meter["fixed"]), "The meter breaks even elsewhere."
        )
    else:
        must(not certificate["progressive"], "A meter is stated, and the edge is not from it.")
    must(
        half >= 0 and (half > 0) == (certificate["about"]["method"] == "interval"),
        "An interval has a width, and nothing else has.",
    )


# --- identities


def check_elementary(identity: Any, found: CountedOutcomes) -> None:
    keys(identity, ("kind", "device", "results"), "An identity")
    weights, labels = [0] * len(found.ways), set[str]()
    for label, weight, outcome in identity["results"]:
        must(label not in labels, "A result is listed twice.")
        labels.add(text(label, "A result"))
        must(whole(outcome, "An outcome") < len(weights), "A result leads to no outcome.")
        weights[outcome] += whole(weight, "The weight of a result", 1)
    every = sum(weights)
    for weight, ways in zip(weights, found.ways, strict=True):
        must(weight * found.total == ways * every, "The results do not lead to the outcomes in so many ways.")


def shoe_of(identity: Any) -> list[int]:
    faces = [text(face, "A card") for face, _ in identity["shoe"]]
    must(len(set(faces)) == len(faces), "A card is listed twice.")
    return [whole(count, "The number of a card", 1) for _, count in identity["shoe"]]


def check_burned(identity: Any, found: CountedOutcomes) -> None:
    keys(identity, ("kind", "cards", "ordered", "shoe", "without"), "An identity")
    counts, drawn = shoe_of(identity), whole(identity["cards"], "The number of cards", 1)
    every, count = sum(counts), perm if identity["ordered"] is True else comb
    must(type(identity["ordered"]) is bool, "Cards are drawn in order or not.")
    must(every <= MOST_CARDS and drawn <= MOST_DRAWN, f"No more than {MOST_DRAWN} of {MOST_CARDS} cards are drawn.")
    must(found.total == count(every, drawn), f"{drawn} of {every} cards can be drawn in {count(every, drawn)} ways.")
    rows = identity["without"]
    must(len(rows) == len(counts), "The ways without a card are stated for other cards than those of the shoe.")
    for row in rows:
        must(len(row) == len(found.ways), "The ways without a card are of other outcomes.")
        must(
            sum(whole(one, "The ways without a card") for one in row) == count(every - 1, drawn),
            "The ways without a card are not all.",
        )
    for outcome, ways in enumerate(found.ways):
        after = sum(many * row[outcome] for many, row in zip(counts, rows, strict=True))
        must(after == ways * (every - drawn), f"With one card burned, {found.names[outcome]} has other ways.")
    effects = [
        sum((n * net for n, net in zip(row, found.nets, strict=True)), Fraction(0)) / sum(row) - found.mean()
        for row in rows
    ]
    must(
        sum(many * effect for many, effect in zip(counts, effects, strict=True)) == 0,
        "The effects of removal do not sum to zero.",
    )


def check_burned_edge(identity: Any, edge: Fraction) -> None:
    keys(identity, ("kind", "shoe", "edges", "tolerance"), "An identity")
    counts, tolerance = shoe_of(identity), exact(identity["tolerance"], "The tolerance")
    edges = [exact(one, "An edge without a card") for one in identity["edges"]]
    must(len(edges) == len(counts), "The edges are of other cards than those of the shoe.")
    must(0 <= tolerance <= Fraction(1, 10**9), "The tolerance is more than a billionth.")
    mean = sum((many * one for many, one in zip(counts, edges, strict=True)), Fraction(0)) / sum(counts)
    must(abs(mean - edge) <= tolerance, f"With one card burned, the edge is {shown(mean)}.")


def check_plan(identity: Any, edge: Fraction) -> None:
    keys(identity, ("kind", "choices", "rows", "always"), "An identity")
    choices, rows = identity["choices"], identity["rows"]
    must(len(set(choices)) == len(choices), "A choice is listed twice.")
    must(len({row[0] for row in rows}) == len(rows), "A situation is listed twice.")
    every = sum(whole(weight, "The weight of a situation", 1) for _, weight, _, _ in rows)
    columns, chosen = [Fraction(0)] * len(choices), Fraction(0)
    for situation, weight, worths, choice in rows:
        worths = [exact(one, "A worth") for one in worths]
        must(len(worths) == len(choices) and choice in choices, "A situation has other choices.")
        must(worths[choices.index(choice)] == max(worths), f"In {situation} another choice is worth more.")
        chosen += weight * max(worths)
        columns = [column + weight * worth for column, worth in zip(columns, worths, strict=True)]
    must(chosen / every == -edge, f"Played by the plan, the edge is {-chosen / every}.")
    always = [exact(one, "What a choice is worth always") for one in identity["always"]]
    must(always == [column / every for column in columns], "A choice is worth something else always.")


def check_exchange(identity: Any, found: CountedOutcomes) -> None:
    keys(identity, ("kind", "outcomes"), "An identity")
    must(identity["outcomes"] != [], "No outcomes are exchanged.")
    for one, other in identity["outcomes"]:
        must(
            max(whole(one, "An outcome"), whole(other, "An outcome")) < len(found.ways) and one != other,
            "Outcomes are exchanged that are none.",
        )
        must(
            found.ways[one] == found.ways[other],
            f"{found.names[one]} and {found.names[other]} have not equally many ways.",
        )


def check_sample(identity: Any, edge: Fraction, half: Fraction) -> None:
    keys(identity, ("kind", "seed", "blocks", "rounds", "scale", "sum", "squares"), "An identity")
    rounds, scale = whole(identity["rounds"], "The rounds", 1), whole(identity["scale"], "The scale", 1)
    total, squares = identity["sum"], whole(identity["squares"], "The squares")
    must(type(total) is int and whole(identity["seed"], "The seed") >= 0, "A sum is no whole number.")
    blocks = identity["blocks"]
    must(sum(whole(one, "A block", 1) for one in blocks) == rounds, "The blocks have other rounds.")
    must(edge == Fraction(total, rounds * scale), f"The mean of the sample is {Fraction(total, rounds * scale)}.")
    variance = Fraction(squares, rounds) - Fraction(total, rounds) ** 2
    squared = SQUARED_196 * variance / rounds * DIGITS**2
    must(
        half == Fraction(isqrt(squared.numerator // squared.denominator) + 1, DIGITS) / scale,
        "The interval has another width.",
    )


def check_identities(certificate: Any, found: CountedOutcomes) -> list[str]:
    edge, half = Fraction(certificate["claim"]["house_edge"]), Fraction(certificate["claim"]["half_width"])
    for identity in certificate["identities"]:
        kind = identity["kind"]
        if kind == "elementary":
            check_elementary(identity, found)
        elif kind == "burned":
            check_burned(identity, found)
        elif kind == "burned edge":
            check_burned_edge(identity, edge)
        elif kind == "plan":
            check_plan(identity, edge)
        elif kind == "exchange":
            check_exchange(identity, found)
        elif kind == "sample":
            check_sample(identity, edge, half)
        else:
            raise WrongCertificate(f"An identity of the kind {kind!r} is not known.")
    kinds = [str(identity["kind"]) for identity in certificate["identities"]]
    must(len(set(kinds)) == len(kinds), "An identity is stated twice.")
    return kinds


def check(certificate: Any) -> list[str]:
    """The identities of a certificate, each of which holds; raise ``WrongCertificate`` if anything is not right."""
    try:
        must(isinstance(certificate, dict), "A certificate is one JSON object.")
        keys(certificate, FIELDS, "A certificate")
        for name, kind in FIELDS.items():
            must(type(certificate[name]) is kind, f"{name} is of another kind.")
        must(certificate["format"] == FORMAT, f"This checker reads {FORMAT!r}.")
        must(certificate["hash"] == digest(certificate), "The hash is of something else.")
        keys(certificate["about"], ABOUT, "What it is about")
        found = CountedOutcomes(certificate)
        check_claims(certificate, found)
        kinds = check_identities(certificate, found)
        must(certificate["words"] == in_words(certificate), "The words say something else than the numbers.")
    except (TypeError, ValueError, KeyError, AttributeError, IndexError, OverflowError, ZeroDivisionError) as error:
        raise WrongCertificate(f"It cannot be read: {type(error).__name__}.") from None
    return kinds


def check_line(line: str) -> tuple[str, bool]:
    """One certificate, as a line of a file has it: what is said of it, and whether it is right."""
    try:
        certificate = json.loads(line)
        kinds = check(certificate)
    except (WrongCertificate, ValueError, RecursionError) as wrong:
        return f"WRONG  {wrong}", False
    about = certificate["about"]
    of = " ".join(filter(None, (about["game"], about["wager"], about["on"], about["strategy"])))
    return f"right  {of}: {shown(certificate['claim']['house_edge'])}; {', '.join(kinds) or 'no identities'}", True


def main(arguments: list[str]) -> int:
    if arguments == ["--not-proved"]:
        print(*NOT_PROVED, sep="\n")
        return 0
    if not arguments:
        print(__doc__)
        return 2
    right = True
    for name in arguments:
        with open(name, encoding="utf-8") as file:  # nothing but what is needed
            lines = [line for line in file if line.strip()]
        for line in lines or [""]:
            said, good = check_line(line)
            print(f"{name}: {said}")
            right = right and good
    return 0 if right else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
