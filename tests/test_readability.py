"""Every page of the documentation is as readable as docs/readability.toml says."""

import tomllib

from tools import readability

BUDGET = tomllib.loads(readability.BUDGET.read_text(encoding="utf-8"))
PLAIN = "The dealer deals. The house pays the winner.\n\n- A player wagers again.\n"
LONG = "It is thought that " + "the wager which was made by the player " * 14 + "was paid."


def test_figures_of_a_plain_and_of_a_long_text() -> None:
    assert readability.measure(PLAIN) == readability.Figures(4.0, 0.0, 0)
    long = readability.measure(LONG)
    assert long.words > 100
    assert (long.passive, long.long) == (100.0, 1)


def test_tables_code_and_headings_do_not_count() -> None:
    marked = f"# A heading that was written\n\n| a cell | {LONG} |\n\n```\n{LONG}\n```\n\n{PLAIN}"
    assert readability.measure(marked) == readability.measure(PLAIN)


def test_every_page_is_within_its_budget() -> None:
    assert not readability.over(readability.pages(), BUDGET)


def test_a_page_above_its_budget_and_one_below_it_are_named() -> None:
    budget = {"every": [10, 30, 0], "pages": {"plain.md": [30.0, 50.0, 0], "gone.md": [30.0, 50.0, 0]}}
    measured = {"plain.md": readability.measure(PLAIN), "long.md": readability.measure(LONG)}
    said = " ".join(readability.over(measured, budget))
    for name in ("gone.md: there is no such page", "plain.md: is within", "long.md: "):
        assert name in said
