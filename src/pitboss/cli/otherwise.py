"""The command that settles recorded rounds again under another edition or reading (docs/interchange.md)."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pitboss.cli.app import AsJson, app, put_facts
from pitboss.cli.interchange import RoundOptions
from pitboss.cli.option_groups import grouped
from pitboss.procedure import Refusal, Refused

if TYPE_CHECKING:
    from pitboss.interchange.otherwise import ChangedSettlement

EVERY = 100  # rounds between two lines of totals

Chosen = Annotated[
    list[str],
    typer.Option(
        "--set", metavar="CHOICE=VALUE", help="A choice as it is read otherwise, such as edition=2019-proposed."
    ),
]


@app.command("otherwise")
@grouped
def otherwise(
    of: RoundOptions,
    source: Annotated[
        Path,
        typer.Argument(metavar="SOURCE", help="A database with its key, a record, a file of rounds, or a scenario."),
    ],
    set_: Chosen,
    base: Annotated[
        list[str] | None,
        typer.Option("--base", metavar="CHOICE=VALUE", help="Compare with this reading, not with what was filed."),
    ] = None,
    as_json: AsJson = False,
    progress: Annotated[
        bool, typer.Option("--progress", help="With --json: the totals so far, a line for every 100 rounds.")
    ] = False,
) -> None:
    """Settle rounds that are over again under another edition or reading: what would have been paid otherwise, to whom, by which
    provisions; and which rounds cannot be compared."""
    from pitboss.interchange import sources
    from pitboss.interchange.otherwise import NotComparable, OtherwiseTotals, settle_otherwise
    from pitboss.money import dollars

    totals = OtherwiseTotals()
    rounds = sources.rounds_of(source, of.wanted())
    for one in settle_otherwise(rounds, _choices(set_), _choices(base or [])):
        totals.add(one)
        if progress and as_json and totals.rounds % EVERY == 0:
            put_facts({"totals": totals}, "", as_json=True)
        if isinstance(one, NotComparable):
            put_facts(one, f"{one.table} round {one.round}: not comparable. {one.why}".lstrip(), as_json=as_json)
        else:
            for change in one.changed:
                put_facts(change, _words(change), as_json=as_json)
    paid = (
        f"patrons ${dollars(abs(totals.more))} {'more' if totals.more > 0 else 'less'}"
        if totals.more
        else "nothing in all"
    )
    lines = [
        f"Rounds: {totals.rounds}, not comparable: {totals.not_comparable}. Settlements: {totals.settlements}, "
        f"otherwise: {totals.changed}, {paid}."
    ]
    lines += [
        f"  {who}: {'+' if more > 0 else '-'}${dollars(abs(more))}" for who, more in totals.patrons.items() if more
    ]
    if totals.not_comparable:
        lines.append(
            "  What those would cost is a matter of simulation: pitboss simulate, under either set of choices."
        )
    put_facts({"totals": totals}, "\n".join(lines), as_json=as_json)


def _words(change: "ChangedSettlement") -> str:
    from pitboss.money import dollars

    who = change.name or (f"p{change.patron}" if change.patron else "")
    spot = f"{change.wager}@{change.on}" if change.on else change.wager
    was, now = change.cite_before or "not settled", change.cite_after or "not settled"
    return (
        f"{change.table} round {change.round}, seat {change.seat}{f' ({who})' if who else ''}: {spot} ${dollars(change.stake)}, "
        f"handed back ${dollars(change.before)} [{was}] → ${dollars(change.after)} [{now}]"
    ).lstrip()


def _choices(given: list[str]) -> dict[str, Any]:
    """``name=value`` as in a submission: what is no TOML value is a word."""
    from pitboss.toml_text import NotToml, read_toml

    found: dict[str, Any] = {}
    for one in given:
        name, equals, value = one.partition("=")
        if not (name.isidentifier() and equals and value):
            raise Refused(Refusal.MALFORMED, f"Expected CHOICE=VALUE, like edition=2019-proposed, not {one!r}.", "")
        try:
            found |= read_toml(f"{name} = {value}")
        except NotToml:
            found[name] = value
    return found
