"""The procedure card: how a round is dealt under the filed rules, step by step, and what to do when something goes wrong.

The steps come from the procedure itself (``procedure_steps``); the words of a provision come from its register.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from pitboss import law
from pitboss.authority import Right, rights
from pitboss.game import Game, IrregularityKind
from pitboss.law import Citation, Provision
from pitboss.paper.applicable import is_filed, speaks_of_absent, title
from pitboss.paper.document import (
    BREAK,
    Block,
    Document,
    Words,
    cite,
    cited,
    document,
    heading,
    items,
    paragraph,
    strong,
    table,
    words,
)
from pitboss.paper.particulars import Particulars
from pitboss.paper.procedure_steps import Procedure, ProcedureStep, procedure_of
from pitboss.paper.procedure_words import MANY_WAGERS, MEANS, How
from pitboss.paper.register import lines, section
from pitboss.paper.rehearsal import reportable
from pitboss.roles import Role, spoken
from pitboss.submission import RulesSubmission

HEADS = ("", "Who", "What is done", "How")
DESCRIBING = 2  # the first sections of a chapter describe table and equipment; no act cites them
# Words in the name of an irregularity that can happen only with something that not every filing has.
ONLY_WITH = ("automated_shoe", "shuffler", "double_shoe", "shaker", "bank", "recut", "stacks", "card_reader")


def document_of(game: Game, rules: RulesSubmission, particulars: Particulars | None = None) -> Document:
    procedure = procedure_of(game, rules)
    written: set[str] = set()
    unsaid = frozenset(kind.pays for kind in game.wagers)  # the odds of every table that may be filed
    unsaid |= {cite for cite in procedure.cited if not is_filed(cite, rules)}
    blocks = [*_legend(procedure), *_steps(procedure, written, unsaid), *_by_hand(game, rules, procedure, written)]
    blocks += [*_irregularities(game, rules, procedure), *_rights(game, rules, procedure)]
    return document(game, rules, "Procedure card", blocks, particulars)


def applies(provision: Provision, game: Game, rules: RulesSubmission, procedure: Procedure) -> bool:
    """Whether conduct is called for under these rules: what it belongs to comes up when the game is played."""
    if speaks_of_absent(provision.gist, rules):
        return False
    decided = game.applies(rules)
    if provision.id in decided:
        return decided[provision.id]
    place = Citation.parse(provision.id)
    above = str(place.above) if len(place.paragraphs) > 2 else section(provision.id)  # a branch, or a whole section
    reached = any(by == above or by.startswith(f"{above}(") for by in procedure.cited)
    return reached or place.section <= DESCRIBING


# --- the round ---------------------------------------------------------------------------------------------


def _legend(procedure: Procedure) -> Iterator[Block]:
    used = {step.how for step in procedure.steps}
    yield paragraph("How each step is done at a table that a person deals:", "quiet")
    yield items(words(strong(how), f": {MEANS[how]}.") for how in How if how in used)
    yield paragraph(
        cited("At a table that software deals, it does all of this itself, and says so in the record.", "I-GEN-39"),
        "quiet",
    )


def _steps(procedure: Procedure, written: set[str], unsaid: frozenset[str]) -> Iterator[Block]:
    """A table for each part of the round; the words of a provision stand where it first comes up."""
    number = 0
    for part, steps in groupby(procedure.steps, key=lambda step: step.part):
        rows = []
        for loop, group in groupby(steps, key=lambda step: step.loop):
            members = list(group)
            way = _way(members) if loop and len(members) > 1 else ""
            if loop and len(members) > 1:
                rows.append(("", "", strong(f"One after the other{f', {way}' if way else ''}:"), ""))
            for step in members:
                number += 1
                rows.append((f"{number}", step.who, _does(step, written, unsaid, way), step.how))
        yield heading(part)
        yield table(HEADS, rows, kind="steps")


def _way(steps: Sequence[ProcedureStep]) -> str:
    ways = {step.order for step in steps if step.order}
    return ways.pop() if len(ways) == 1 else ""


def _does(step: ProcedureStep, written: set[str], unsaid: frozenset[str], way: str) -> Words:
    """What is done, in which order unless that is said already, by which provisions, and what they say."""
    condition = f"{_capital(step.condition)}: " if step.condition else ""
    order = f" {_capital(step.order)}." if step.order and step.order != way else ""
    parts: list[object] = [condition, strong(step.does), f"{order} ", _cites(step)]
    if len(step.lines) > MANY_WAGERS:
        parts += [BREAK, "; ".join(name for name, _ in step.lines), "."]
    elif len(step.lines) > 1 or (step.lines and step.lines[0][1]):
        for name, by in step.lines:
            parts += [BREAK, f"{name} ", _listed(by)]
    for said in _gists(step, written, unsaid):
        parts += [BREAK, said]
    return words(*parts)


def _capital(text: str) -> str:
    return f"{text[0].upper()}{text[1:]}"


def _gists(step: ProcedureStep, written: set[str], unsaid: frozenset[str]) -> Iterator[str]:
    """What the provisions say, each once; of a settlement, those that are not about one wager."""
    named = [one for _, by in step.lines for one in by]
    shared = list(dict.fromkeys(one for one in named if named.count(one) > 1 or len(step.lines) == 1))
    for provision in (*step.cites, *(shared[:3] if step.lines else ())):
        said = "" if provision in unsaid else law.gist(provision)
        if said and said not in written and not said.startswith("Heading of"):
            written.add(said)
            yield said


def _cites(step: ProcedureStep) -> Words:
    """The provisions of a step; of many wagers the sections, of few each stands with its wager."""
    if len(step.lines) <= MANY_WAGERS:
        return _listed(step.cites)
    every = (one for _, by in step.lines for one in by if not one.startswith("I-"))
    return _listed(dict.fromkeys(map(section, every)))


def _listed(provisions: Iterable[str]) -> Words:
    return words(*(part for one in provisions for part in (cite(one), " ")))


# --- what else there is to know ----------------------------------------------------------------------------


def _by_hand(game: Game, rules: RulesSubmission, procedure: Procedure, written: set[str]) -> Iterator[Block]:
    """What else people do: conduct that applies here and is in no step."""
    found = [p for p in lines(game, rules, "conduct") if p.gist not in written and applies(p, game, rules, procedure)]
    if found:
        yield heading("Besides, throughout")
        yield paragraph("To be kept by the people named; no machine checks it.", "quiet")
        yield items(cited(f"{(p.who or 'dealer').capitalize()}: {p.gist}", p.id) for p in found)


def _irregularities(game: Game, rules: RulesSubmission, procedure: Procedure) -> Iterator[Block]:
    rows = [
        (strong(title(kind, rules)), words(game.remedy(kind, rules)), spoken(kind.by), cite(kind.cite))
        for kind in concerned(game, rules, procedure)
    ]
    yield heading("When something goes wrong")
    yield paragraph("Stop, and report it: what would follow is shown before it is applied.", "quiet")
    yield table(("What", "What follows", "Reported by", "Provision"), rows)


def concerned(game: Game, rules: RulesSubmission, procedure: Procedure) -> list[IrregularityKind]:
    """The irregularities of the chapter without those of equipment or banks that this table does not have."""
    doubtful = [kind for kind in game.irregularities if any(word in kind.name for word in ONLY_WITH)]
    possible = reportable(game, rules, doubtful) if doubtful else frozenset()
    steps = " ".join(step.does.lower() for step in procedure.steps)
    here = [word for word in ONLY_WITH if word.replace("_", " ") in steps or any(word in name for name in possible)]
    return [
        kind
        for kind in game.irregularities
        if (kind not in doubtful or any(word in kind.name for word in here)) and not speaks_of_absent(kind.title, rules)
    ]


def _rights(game: Game, rules: RulesSubmission, procedure: Procedure) -> Iterator[Block]:
    """Who may do what; who reports what stands with the irregularities already."""
    wrong = {section(kind.cite) for kind in game.irregularities if not kind.cite.startswith("I-")}
    nobody = {Role.STICKPERSON, Role.BOXPERSON} - {*game.dealt_by}
    rows = [
        (_act(right.act), spoken(tuple(role for role in right.roles if role not in nobody)), cite(right.cite))
        for right in rights(game, rules)
        if not right.act.startswith("report ")
        and not right.act.endswith(tuple(nobody))
        and not speaks_of_absent(_act(right.act), rules)
        and _comes_up(right, procedure, wrong)
    ]
    yield heading("Who may")
    yield table(("Act", "By", "Provision"), rows)


def _comes_up(right: Right, procedure: Procedure, wrong: set[str]) -> bool:
    """Whether an answer is ever asked for: in a round, or when something has gone wrong."""
    if not right.act.startswith("answer ") or right.cite in procedure.cited:
        return True
    return right.cite.startswith("I-") or section(right.cite) in wrong


def _act(act: str) -> str:
    """``answer cover card`` for people."""
    return act.replace("_", " ").capitalize()
