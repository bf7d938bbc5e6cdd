"""Mutants whose end is known: without them a campaign that catches everything, or nothing, would look like any other."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial

from soak.mutants.campaign import Examined, Mutants, Plan, Ran, examine, run
from soak.mutants.changes import Change, find
from soak.mutants.links import Rule

ROULETTE = ("pitboss.chapters.ch617a_roulette.rules", "DOUBLE_ZERO")
NOTHING = Rule("a test that looks at nothing", (ROULETTE,), ("soak/mutants/nothing.py::test_that_looks_at_nothing",))

FEW = 3


@dataclass(frozen=True)
class Known:
    """A change that a test of its rule catches: subtle ones, each of which a wrong program could well contain."""

    rule: str
    module: str
    place: str
    before: str
    after: str


CAUGHT = (
    # Two numbers of one colour change places on the wheel.
    Known("617a.1(d)", *ROULETTE, "21 33 16 4 23 35 14 2", "21 35 16 4 23 33 14 2"),
    # Come Bets are taken for every come out roll at which somebody has the dice.
    Known(
        "623a.3(a)(3)",
        "pitboss.chapters.ch623a_craps.timing",
        "_after_come_out",
        "if not layout.point:",
        "if not layout.point and not layout.shooter:",
    ),
    # A single deck has no second batch.
    Known(
        "633a.3(b)",
        "pitboss.chapters.ch633a_blackjack.rules",
        "Rules.batches",
        "self.automated_shuffling_device else",
        "self.automated_shuffling_device and self.decks > 1 else",
    ),
    # A folded hand with nothing but Skins, or nothing but Gopher, is never settled.
    Known(
        "676a.11(d)(1)",
        "pitboss.chapters.ch676a_go_fore_it.procedure",
        "live",
        "(BACK_9, SKINS, GOPHER)",
        "(BACK_9, GOPHER)",
    ),
    Known(
        "676a.11(d)(1)",
        "pitboss.chapters.ch676a_go_fore_it.procedure",
        "live",
        "(BACK_9, SKINS, GOPHER)",
        "(BACK_9, SKINS)",
    ),
    # The marker of a seat that owes less than a cent stays for ever.
    Known(
        "627a.12(d)(2)(iii)",
        "pitboss.families.baccarat.settlement",
        "collect",
        "yield Marked(",
        "if amount: yield Marked(",
    ),
)


def _change(known: Known, mutants: Mutants) -> Change:
    editor = mutants.editor(known.module)
    place = find(editor.tree, known.place)
    assert place is not None, f"{known.module} has no {known.place}"
    first, last = editor.span(place)
    assert editor.source.count(known.before.encode(), first, last) == 1, f"{known.place} no longer has {known.before!r}"
    start = editor.source.index(known.before.encode(), first, last)
    end = start + len(known.before.encode())
    return Change(known.module, known.place, "known", start, end, known.after, place.lineno)


def _only(change: Change, ran: Ran) -> Iterator[Change]:
    yield change


def controls(mutants: Mutants, plan: Plan) -> Iterator[str]:
    """What is wrong with the campaign itself, a sentence each; nothing if it can be believed."""
    rules = {rule.id: rule for rule in mutants.survey.rules}
    examinations = [
        *(
            examine(rules[known.rule], partial(_only, _change(known, mutants)), mutants.survey, plan)
            for known in CAUGHT
        ),
        examine(NOTHING, partial(mutants.drawn, NOTHING, plan.seed), mutants.survey, replace(plan, mutants=FEW)),
    ]
    for seen in run(examinations, mutants.sources, plan.jobs):
        yield from _faults(seen, mutants)


def _faults(seen: Examined, mutants: Mutants) -> Iterator[str]:
    wrong = seen.caught if seen.rule is NOTHING else seen.survived
    verdict = "caught" if seen.rule is NOTHING else "survived"
    yield from (f"{seen.rule.id}: {verdict}, and must not\n{mutants.shown(change)}" for change in wrong)
    if not seen.caught and not seen.survived:
        yield f"{seen.rule.id}: {seen.faulty or 'nothing could be tried'}"
