"""What the Board published, with the rulemaking of 2019, of this game's paybacks."""

from pitboss.mathematics.pgcb import Figure

FIGURES = (
    Figure("over-under", "ante", "", "98.95", True, reading="I-686a-01"),
    Figure("over-under", "bonus", "", "94.393"),
)
