"""docs/board-figures.md: the Board's published paybacks beside ours."""

from pitboss import catalogue, law
from pitboss.mathematics.pgcb import CLOSE, Compared, Stated, compare, stated

HEAD = f"""# The Board's figures

For whoever compares our figures with the Board's: each published payback beside ours, with the reason for a
difference.

Paybacks that the Board published with the rulemaking of 2019, in per cent of what is wagered, beside those that the
project's own mathematics finds under the reading named. "{CLOSE}" means within 0.15 points but not to the digits printed.
Written by `python -m tools.board`.

| game | wager | paytable or house way | printed | found | verdict | reading |
|---|---|---|---|---|---|---|"""


STATED_HEAD = """## What was stated of the rules

With the rulemaking of 2012 the Board stated the house edge of Blackjack, and what other rules would add to it, in per
cent of the first wager; ours are for the best play. Of a progressive wager it stated one figure for all paytables.

| game | what | printed | found | why they differ |
|---|---|---|---|---|"""


def markdown() -> str:
    """The whole page; games that are not playable yet are left out."""
    rows = [_row(line) for line in compare() if line.figure.game in catalogue.games()]
    readings = dict.fromkeys(line.figure.reading for line in compare() if line.figure.game in catalogue.games())
    notes = [f"- **{reading}**: {law.gist(reading)}" for reading in readings if reading]
    return "\n".join([HEAD, *rows, "", STATED_HEAD, *map(_stated, stated()), "", "## The readings", "", *notes, ""])


def _stated(line: Stated) -> str:
    sign = "+" if line.printed.startswith("+") else ""
    found = "–" if line.found is None else f"{line.found():{sign}.3f}"
    return f"| {line.game} | {line.what} | {line.printed} | {found} | {line.why} |"


def _row(line: Compared) -> str:
    figure = line.figure
    found = "" if line.found is None else f"{float(line.found):.3f}"
    if line.half_width:
        found += f" ± {float(line.half_width):.3f}"
    which = " ".join(filter(None, (figure.paytable, figure.house_way)))
    return (
        f"| {figure.game} | {figure.wager} | {which} | {figure.printed} | {found} | {line.verdict} | {figure.reading} |"
    )
