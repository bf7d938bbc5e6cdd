"""Layout and duties of Baccarat."""

from pitboss.chapters.ch631a_baccarat.rules import Rules
from pitboss.families.baccarat import paper
from pitboss.felt import Felt
from pitboss.game import Duty


def duties(rules: Rules) -> tuple[Duty, ...]:
    """Cards are changed by the shoe, not by the clock (631a.3(b))."""
    return ()


def felt(rules: Rules) -> Felt:
    """631a.2(a)–(b)."""
    return paper.felt(rules, "Baccarat", column=1848 // rules.seats, bow=150)
