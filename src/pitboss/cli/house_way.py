"""The command about house ways: how the dealer's seven cards are set, checked over every hand."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from pitboss.cli.app import AsJson, GameName, Submission, app, chosen, put_facts
from pitboss.cli.paper_options import waiting_for
from pitboss.procedure import Refusal, Refused

if TYPE_CHECKING:
    from pitboss.game import Game


@app.command("way")
def house_way(
    game: GameName,
    submission: Submission = None,
    compare: Annotated[
        bool, typer.Option("--compare", help="Set it beside the ways that have a name and those that were published.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Show the house way of a submission as a card, checked over all hands of seven cards: every hand is set and none is foul,
    with how many each line sets."""
    from pitboss.mathematics.kit.every_hand import every_hand

    picked, filed = chosen(game, submission)
    rules: Any = filed  # both chapters' rules have a way
    if "house_way_rules" not in rules.__struct_fields__:
        words = f"{picked.title} has no house way by lines; 645a.11(c) and 688a.11(a) leave one to the submission."
        raise Refused(Refusal.NOT_OFFERED, words, "")
    with waiting_for("the hands of seven cards"):
        found = every_hand(rules.way_key)
    way = rules.way
    facts = {"way": str(rules.house_way), "lines": way.lines, "every_hand": found}
    rows = [f"{many:>12,}  {line}" for many, line in zip(found.by_line, way.lines, strict=True)]
    checked = f"{found.hands:,} hands: {found.unset:,} without a setting, {found.foul:,} foul."
    put_facts(facts, "\n".join([way.title, "", *rows, "", checked]), as_json=as_json)
    if compare:
        _compare(picked, rules.house_way_rules, as_json=as_json)


def _compare(game: "Game", filed: tuple[str, ...], *, as_json: bool) -> None:
    from pitboss.mathematics.kit import parts

    published = parts.load(game, "published_ways")
    if published is None:
        raise Refused(
            Refusal.NOT_OFFERED, f"Nobody published a house way for {game.title}; there are some at Chapter 645a.", ""
        )
    with waiting_for("the edges of the ways"):
        found = list(published.compared_ways(filed))
    for one in found:
        facts = {
            "way": one.name,
            "edge": one.edge.record(),
            "published": one.published,
            "bank": one.bank,
            "house": one.house,
        }
        put_facts(facts, _row(one), as_json=as_json)


def _row(one: Any) -> str:
    """How often a player who sets the same way wins, ties and loses, and the edge, within its 95 %."""
    won, tied, lost = (f"{float(chance):.2f}" for chance in one.chances)
    edge = f"edge {float(100 * one.edge.house_edge):.3f} ± {float(100 * one.edge.half_width):.3f} %"
    published = f"; published {' / '.join(f'{float(chance):.2f}' for chance in one.published)}" if one.published else ""
    return (
        f"{one.name:<10} {won} / {tied} / {lost} % won, tied, lost; {edge}{published}; set best instead, a bank gains "
        f"{_own(one.bank)} and the house would gain {_own(one.house)}"
    )


def _own(gain: Any) -> str:
    return f"{float(100 * gain.value):.3f} ± {float(100 * gain.half_width):.3f} %"
