"""The laboratory report: the PAR sheet, and with it what an examiner checks each figure by.

Everything in it follows from the submission, the number of rounds and the seed, so that one command gives the same bytes again.
"""

import hashlib
import shlex
from collections.abc import Iterator
from typing import Any

from pitboss.game import Game
from pitboss.mathematics.certificates import check
from pitboss.mathematics.certificates.making import certificate, written
from pitboss.mathematics.kit.edge import COMBINATORIAL, ENUMERATION, INTERVAL, Edge
from pitboss.mathematics.kit.every_edge import edges_kept
from pitboss.mathematics.studies import second_methods
from pitboss.paper import par
from pitboss.paper.document import Block, Document, code, document, heading, items, paragraph, table
from pitboss.paper.particulars import Particulars
from pitboss.procedure import Refusal, Refused
from pitboss.rulebook import manifest
from pitboss.submission import RulesSubmission, write

ROUNDS, SEED = 1 << 20, 58
MOST_ROUNDS = 1 << 34
TITLE, NAME, FILE = "Laboratory report", "report", "filed.toml"
WORDS = {
    ENUMERATION: "every way is counted; the edge is a fraction",
    COMBINATORIAL: "every way is followed, in double precision",
    INTERVAL: "known by a sample, to the half width that is stated (95 %)",
}
Row = tuple[str, ...]


def document_of(
    game: Game,
    rules: RulesSubmission,
    particulars: Particulars | None = None,
    *,
    rounds: int = ROUNDS,
    seed: int = SEED,
) -> Document:
    """The whole report. Of the particulars only those are printed that the command can repeat."""
    if not 0 < rounds <= MOST_ROUNDS:
        raise Refused(Refusal.MALFORMED, f"A report simulates 1 to {MOST_ROUNDS:,} rounds, not {rounds:,}.", "")
    known = particulars or Particulars()
    repeated = Particulars(
        holder=known.holder, licence=known.licence, address=known.address, filing=known.filing, filed=known.filed,
        effective=known.effective,
    )  # fmt: skip
    edges = edges_kept(game, rules)
    sheet = par.document_of(game, rules, repeated)
    made = [certificate(game, rules, edge) for edge in edges]
    body: list[Block] = [
        *sheet.blocks,
        *_wagers(game, rules),
        *_methods(edges, made),
        *_simulated(game, rules, edges, rounds, seed),
        *_played(game, rules, edges),
        *_generator(game, rules, seed),
        *_hashes(made),
        *_again(game, rules, repeated, rounds, seed),
    ]
    return document(game, rules, TITLE, body, repeated)


def _wagers(game: Game, rules: RulesSubmission) -> Iterator[Block]:
    yield heading("Appendix A: wagers and their provisions")
    rows = dict[Row, list[str]]()
    for (kind, on), terms in rules.spots.items():
        found = next(each for each in game.wagers if each.name == kind)
        rows.setdefault((found.title, terms.pays, found.cite, found.pays), []).append(on)
    listed = (
        (title, f"{len(spots)} spots" if len(spots) > par.SPOTS else ", ".join(filter(None, spots)), pays, cite, odds)
        for (title, pays, cite, odds), spots in rows.items()
    )
    yield table(("Wager", "On", "Pays", "Provision", "Odds by"), listed)


def _methods(edges: list[Edge], made: list[dict[str, Any]]) -> Iterator[Block]:
    """How each edge was found, the counts, and the identities that hold."""
    yield heading("Appendix B: method, counts and identities of each wager")
    yield paragraph(
        "The ways of all outcomes were added up and are all ways. Each identity was checked by the stand-alone checker; an edge "
        "that breaks one is not printed."
    )
    rows = []
    for edge, one in zip(edges, made, strict=True):
        kinds = check.check(one)
        total = sum(outcome["ways"] for outcome in one["outcomes"])
        assert total == one["total"]
        many = f"{total:,}" if len(str(total)) <= par.DIGITS else f"a number of {len(str(total))} digits"
        rows.append((_named(edge), WORDS[edge.method], many, ", ".join(kinds) or "the sum alone", one["hash"][:16]))
    yield table(("Wager", "Method", "Ways, all", "Identities", "Certificate"), rows, numbers=(2,))
    yield paragraph("What certificates do not prove:")
    yield items(check.NOT_PROVED)


def _simulated(game: Game, rules: RulesSubmission, edges: list[Edge], rounds: int, seed: int) -> Iterator[Block]:
    yield heading("Appendix C: simulation")
    found = second_methods.simulated(game, rules, edges, rounds, seed)
    if not found:
        yield paragraph("This game has no compiled simulation.")
        return
    yield paragraph(
        f"Seed {seed}; blocks: {second_methods.blocks_of(rounds)}, each on a Philox stream of its own, numbered from 0. Standard "
        "errors follow from the exact distribution; of a hundred wagers five are expected to be more than 1.96 of them apart, and "
        "a rare award that did not occur, or did, shows as more."
    )
    rows = [
        (
            each.estimate.wager.replace("_", " "),
            each.strategy,
            f"{each.estimate.rounds:,}",
            par.percent(each.estimate.house_edge) if each.estimate.rounds else "",
            "" if each.edge is None else par.percent(each.edge.house_edge),
            "" if each.apart is None else f"{each.apart:.2f}",
        )
        for each in found
    ]
    heads = ("Wager", "Played", "Decided", "Simulated edge", "Exact edge", "Standard errors apart")
    yield table(heads, rows, numbers=(2, 3, 4, 5))


def _played(game: Game, rules: RulesSubmission, edges: list[Edge]) -> Iterator[Block]:
    """The procedure that deals at the tables, followed through every way of chance."""
    found = list(second_methods.played_through(game, rules, edges))
    yield heading("Appendix D: the procedure itself, played through")
    if not found:
        yield paragraph(
            "A round of this game has more ways than can be played one by one; Appendix B counts them, Appendix C draws them."
        )
        return
    for each in found:
        if each.edge != each.mathematics:
            words = f"The procedure makes the edge of {each.wager} {each.edge}, the mathematics {each.mathematics}."
            raise Refused(Refusal.CORRUPT, words, "")
    yield paragraph(
        "Every outcome of the equipment, played by the procedure that deals at the tables. Both figures are fractions."
    )
    rows = [
        (
            " ".join((each.wager.replace("_", " "), each.on)),
            each.equipment,
            f"{each.ways:,}",
            str(each.edge),
            str(each.mathematics),
        )
        for each in found
    ]
    yield table(("Wager", "Equipment", "Ways", "Edge, played", "Edge, worked out"), rows, numbers=(2,))


def _generator(game: Game, rules: RulesSubmission, seed: int) -> Iterator[Block]:
    yield heading("Appendix E: the generator")
    known = "as published (RFC 8439, A.1)" if second_methods.generator_is_known() else "NOT as published"
    yield paragraph(
        "The generator is ChaCha20 under a seed that is committed to before wagers close. Its keystream under a key of zeros is "
        f"{known}. Numbers are taken from it by rejection, orders by Fisher–Yates. The counts below are of the generator that "
        f"deals at the tables, with seeds that follow from {seed}; each chance is that of so large a statistic or a larger one."
    )
    rows = [
        (each.what, f"{each.count:,}", f"{each.statistic:.2f}", f"{each.freedom}", f"{each.chance:.4f}")
        for each in second_methods.counted_chance(game, rules, seed)
    ]
    yield table(("Counted", "Drawn", "Chi-square", "Degrees of freedom", "Chance"), rows, numbers=(1, 2, 3, 4))


def _hashes(made: list[dict[str, Any]]) -> Iterator[Block]:
    """Of everything that decided a figure of this report."""
    installed, lines = manifest.of(), "".join(map(written, made))
    yield heading("Appendix F: hashes")
    rows = [
        ("Rules", installed.rules.version),
        ("Software", installed.software.version),
        ("Certificates, one to a line", hashlib.sha256(lines.encode()).hexdigest()),
    ]
    yield table(("", "SHA-256"), [(name, code(value)) for name, value in rows])


def _again(game: Game, rules: RulesSubmission, known: Particulars, rounds: int, seed: int) -> Iterator[Block]:
    """The submission as a file, and the command."""
    text = write(game.name, rules)
    options = {
        "--licence": known.licence, "--address": known.address, "--filing-number": known.filing, "--filed": known.filed,
        "--effective": known.effective,
    }  # fmt: skip
    given = " ".join(f"{name} {shlex.quote(value)}" for name, value in options.items() if value)
    command = f"pitboss {NAME} {game.name} --submission {FILE} --rounds {rounds} --seed {seed}"
    yield heading("Appendix G: the same bytes again")
    yield paragraph(
        f"The software of Appendix F writes this report again, byte for byte, from the submission below as {FILE}:"
    )
    yield paragraph(code(" ".join(filter(None, (command, given, "--out report.pdf")))))
    yield paragraph(f"Certificates and their checker: pitboss certify {game.name} --submission {FILE}.")
    yield table((FILE,), [(code(line),) for line in text.splitlines()])
    yield paragraph(f"SHA-256 of {FILE}: {hashlib.sha256(text.encode()).hexdigest()}")


def _named(edge: Edge) -> str:
    played = edge.strategy if edge.strategy != "none" else ""
    return " · ".join(filter(None, (edge.wager.replace("_", " "), edge.on, played)))
