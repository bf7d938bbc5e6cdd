"""Draw mutants for a sample of rules, try them, and tell which provisions no test would miss."""

import random
import time
import tomllib
from collections import Counter
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import chain, zip_longest

from soak.mutants.changes import Change, Editor
from soak.mutants.links import ROOT, Rule, Survey
from soak.mutants.trial import LONGEST, SECONDS, Ended, Outcome, Sources, Trial, start, told, wait

EQUIVALENT = ROOT / "soak" / "equivalent.toml"
PATIENCE = 3  # how many times as long as without a change the tests of a mutant may take
STILLBORN_DRAWS = 12  # how many changes in a row may be impossible to import before a rule is given up


@dataclass(frozen=True)
class Plan:
    """How much a campaign does."""

    seed: str
    mutants: int = 48  # for each rule, at most
    until_caught: bool = True  # one that is caught is enough
    quick: bool = False  # do not ask whether the tests of other rules catch a survivor
    jobs: int = 1


@dataclass
class Examined:
    """What became of one rule."""

    rule: Rule
    faulty: str = ""  # why it could not be examined
    caught: list[Change] = field(default_factory=list)
    survived: list[Change] = field(default_factory=list)
    caught_first: bool = False
    elsewhere: list[Change] = field(default_factory=list)  # the first drawn, if only tests of other rules catch it

    @property
    def verdict(self) -> str:
        if self.faulty:
            return "not examined"
        if self.caught:
            return "caught"
        return "survived" if self.survived else "no mutant possible"

    @property
    def first(self) -> str:
        """Who caught the mutant that was drawn first: one change taken at random from the code of the rule."""
        if not self.survived and not self.caught:
            return "none drawn"
        if not self.survived or (self.caught and self.caught_first):
            return "caught by a test of the rule"
        return "caught by a test of another rule with this code" if self.elsewhere else "survived all of these"


Examination = Generator[Trial, Ended, Examined]
Ran = dict[str, set[int]]


@dataclass(frozen=True)
class Equivalent:
    """Changes that change nothing: of one kind, in one place, to a line that begins so (the file says why)."""

    module: str
    place: str
    kind: str
    begins: str
    reason: str
    becomes: str = ""  # only a line that becomes this

    def includes(self, change: Change, source: bytes) -> bool:
        if (self.module, self.place, self.kind) != (change.module, change.place, change.kind):
            return False
        before, after = change.difference(source)
        return before.startswith(self.begins) and self.becomes in ("", after)


def equivalents() -> tuple[Equivalent, ...]:
    found = tomllib.loads(EQUIVALENT.read_text(encoding="utf-8"))
    return tuple(Equivalent(**each) for each in found.get("mutant", ()))


@dataclass
class Mutants:
    """All changes to the code of a rule, in the order in which they are drawn."""

    sources: Sources
    survey: Survey
    equivalents: tuple[Equivalent, ...] = field(default_factory=equivalents)
    _editors: dict[str, Editor] = field(default_factory=dict)

    def editor(self, module: str) -> Editor:
        if module not in self._editors:
            enums = self.survey.enums.get(module, {})
            self._editors[module] = Editor(module, self.sources.text(module), enums)
        return self._editors[module]

    def drawn(self, rule: Rule, seed: str, ran: Ran) -> Iterator[Change]:
        """By turns from each place that the rule names: what cites it, then what its tests run, then the rest."""
        chance = random.Random(f"{seed} {rule.id}")
        piles = []
        for module, name in rule.places:
            editor = self.editor(module)
            pile = [c for c in editor.changes(name) if not any(e.includes(c, editor.source) for e in self.equivalents)]
            chance.shuffle(pile)
            about, runs = editor.lines_about(name, rule.id), editor.whole(name, ran.get(module, set()))
            piles.append(sorted(pile, key=partial(_nearness, about=about, ran=runs)))
        turns = chain.from_iterable(zip_longest(*piles))
        return iter(dict.fromkeys(change for change in turns if change))

    def shown(self, change: Change) -> str:
        before, after = change.difference(self.sources.text(change.module))
        where = f"{change.module.removeprefix('pitboss.')}:{change.line} ({change.place}, {change.kind})"
        return f"    {where}\n      - {before}\n      + {after}"


def _nearness(change: Change, about: set[int], ran: set[int]) -> tuple[bool, bool]:
    return change.line not in about, change.line not in ran


def examine(rule: Rule, draw: Callable[[Ran], Iterator[Change]], survey: Survey, plan: Plan) -> Examination:
    """Try mutants of one rule on the tests that it names."""
    seen = Examined(rule)
    if not rule.tests:
        seen.faulty = "it names no test that exists"
        return seen
    ended = yield Trial(None, rule.tests, LONGEST, tuple({module for module, _ in rule.places}))
    if ended.outcome is not Outcome.PASSED:
        seen.faulty = f"its tests, with nothing changed: {ended.outcome.name.lower().replace('_', ' ')}"
        return seen
    seconds = max(SECONDS, PATIENCE * ended.seconds)
    stillborn = 0
    for change in draw(ended.ran):
        found = (yield Trial(change, rule.tests, seconds)).outcome
        if found is Outcome.STILLBORN:
            stillborn += 1
            if stillborn >= STILLBORN_DRAWS:
                break
            continue
        stillborn = 0
        if found is Outcome.FAILED:
            seen.caught_first |= not seen.survived
            seen.caught.append(change)
        else:
            seen.survived.append(change)
            others = survey.tests_of((change.module, change.place))
            if len(seen.survived) == 1 and not seen.caught and not plan.quick and set(others) - set(rule.tests):
                if (yield Trial(change, others, LONGEST)).outcome is Outcome.FAILED:
                    seen.elsewhere.append(change)
        if len(seen.caught) + len(seen.survived) >= plan.mutants or (plan.until_caught and seen.caught):
            break
    return seen


def run(examinations: Iterable[Examination], sources: Sources, jobs: int) -> Iterator[Examined]:
    """Carry examinations out, as many trials at a time as there are jobs; each as it is done."""
    waiting, running = iter(examinations), dict[int, tuple[Examination, int]]()
    more = True
    while running or more:
        while more and len(running) < jobs:
            examination = next(waiting, None)
            if examination is None:
                more = False
            elif done := _go_on(examination, None, sources, running):
                yield done
        if running:
            child, found, took = wait()
            examination, reading = running.pop(child)
            if done := _go_on(examination, Ended(found, took, told(reading)), sources, running):
                yield done


def _go_on(
    examination: Examination, ended: Ended | None, sources: Sources, running: dict[int, tuple[Examination, int]]
) -> Examined | None:
    try:
        trial = next(examination) if ended is None else examination.send(ended)
    except StopIteration as done:
        examined: Examined = done.value
        return examined
    child, reading = start(sources, trial)
    running[child] = examination, reading
    return None


def campaign(rules: Sequence[Rule], mutants: Mutants, plan: Plan) -> list[Examined]:
    """Examine the rules and print survivors as they are found; all that was examined, in the order of the registers."""
    began, done = time.monotonic(), list[Examined]()
    examinations = (examine(rule, partial(mutants.drawn, rule, plan.seed), mutants.survey, plan) for rule in rules)
    for seen in run(examinations, mutants.sources, plan.jobs):
        done.append(seen)
        if seen.faulty:
            print(f"  {seen.rule.id}: {seen.faulty}", flush=True)
        elif not seen.caught and seen.survived:
            print(f"  {seen.rule.id}: {len(seen.survived)} survived", flush=True)
        if len(done) % 50 == 0:
            print(f"  {len(done)} of {len(rules)} rules after {time.monotonic() - began:.0f} s", flush=True)
    order = {rule.id: i for i, rule in enumerate(rules)}
    return sorted(done, key=lambda seen: order[seen.rule.id])


def report(done: Sequence[Examined], mutants: Mutants, plan: Plan) -> None:
    """Survivors by provision, each with its line before and after; then the figures."""
    for seen in done:
        if seen.survived:
            print(
                f"{seen.rule.id}: {len(seen.caught)} caught, {len(seen.survived)} survived  {' '.join(seen.rule.tests)}"
            )
            for change in seen.survived:
                print(mutants.shown(change) + ("  (caught elsewhere)" if change in seen.elsewhere else ""))
    verdicts = Counter(seen.verdict for seen in done)
    caught, survived = (sum(len(getattr(seen, name)) for seen in done) for name in ("caught", "survived"))
    print(
        f"{len(done)} rules, seed {plan.seed}: "
        + ", ".join(f"{count} {verdict}" for verdict, count in verdicts.most_common())
    )
    print(f"mutants: {caught} caught, {survived} survived")
    if not plan.quick:
        firsts = Counter(seen.first for seen in done)
        print(
            "the first mutant of each rule: " + ", ".join(f"{count} {first}" for first, count in firsts.most_common())
        )
    for verdict in ("survived", "no mutant possible", "not examined"):
        if ids := [seen.rule.id for seen in done if seen.verdict == verdict]:
            print(f"{verdict}: {', '.join(ids)}")
