"""Layout, inspections and duties of Minibaccarat."""

from pitboss.chapters.ch627a_minibaccarat.rules import Rules
from pitboss.families.baccarat import paper
from pitboss.felt import Felt
from pitboss.game import CheckItem, Checklist, Duty


def duties(rules: Rules) -> tuple[Duty, ...]:
    """627a.3(c)."""
    return (Duty("deck_change", "Change the cards", "627a.3(c)", 24),)


def felt(rules: Rules) -> Felt:
    """627a.2(a)–(b)."""
    return paper.felt(rules, "Minibaccarat", column=184, bow=110)


def checklists(rules: Rules) -> tuple[Checklist, ...]:
    """627a.2–627a.5, with two batches where a shuffler is in use."""
    if rules.batches == 1:
        return paper.checklists(rules)
    return paper.checklists(
        rules,
        CheckItem("627a.3(b)(2)", "The two batches have the same design and backs of two colours."),
        CheckItem("627a.5(g)(2)(i)", "The shuffler keeps one shuffled batch safely inside."),
    )
