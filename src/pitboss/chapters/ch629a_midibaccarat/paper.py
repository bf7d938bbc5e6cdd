"""Layout and duties of Midibaccarat."""

from pitboss.chapters.ch629a_midibaccarat.rules import Rules
from pitboss.families.baccarat import paper
from pitboss.felt import Felt
from pitboss.game import Duty


def duties(rules: Rules) -> tuple[Duty, ...]:
    """Cards are changed by the shoe, not by the clock (629a.3(b))."""
    return ()


def felt(rules: Rules) -> Felt:
    """629a.2(a)–(b)."""
    return paper.felt(rules, "Midibaccarat", column=184, bow=110)
