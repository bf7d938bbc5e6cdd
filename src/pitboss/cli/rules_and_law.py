"""Commands about rules and law: games, Rules Submissions, coverage, provisions and readings."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pitboss.cli.app import TEXT, AsJson, GameName, Out, app, put_facts, put_new, stop_refused, submission_app
from pitboss.cli.mathematics import edge_table
from pitboss.procedure import Refusal, Refused

if TYPE_CHECKING:
    from pitboss.game import Game
    from pitboss.mathematics.kit.edge import Edge
    from pitboss.submission import RulesSubmission


@app.command()
def games(as_json: AsJson = False) -> None:
    """List the games."""
    from pitboss import catalogue

    for game in catalogue.games().values():
        facts = {"game": game.name, "chapter": game.chapter, "title": game.title, "about": game.about}
        put_facts(facts, f"{game.name:<32}{game.chapter}  {game.about}", as_json=as_json)


@submission_app.command("new")
def submission_new(game: GameName, out: Out = None) -> None:
    """Write a complete lawful submission, to be edited."""
    from pitboss import catalogue
    from pitboss.submission import write

    picked = catalogue.game(game)
    put_new(write(picked.name, picked.example()), out)


@submission_app.command("check")
def submission_check(
    file: Annotated[Path, typer.Argument(metavar="FILE.toml")],
    edges: Annotated[bool, typer.Option("--edges/--no-edges", help="Work the edge of every wager out.")] = True,
    as_json: AsJson = False,
) -> None:
    """Check whether a submission is lawful, warn of what is lawful and unusual, and show the edge of every wager; the exit
    status is 1 where it is not lawful."""
    from pitboss import catalogue, extras
    from pitboss.house.filings.warnings import warnings
    from pitboss.house.floorplan.conflicts import everything_wrong
    from pitboss.house.floorplan.mistakes import Mistakes, Notes
    from pitboss.house.workers.edges import spot_edge
    from pitboss.library.rules import named_game
    from pitboss.submission import read_choices, submit

    text = file.read_text(encoding=TEXT)
    try:
        named = named_game(text)
        if not named:
            raise Refused(Refusal.MALFORMED, f'{file} names no game; its first line reads like game = "roulette".', "")
        game, chosen, notes = catalogue.game(named), read_choices(text), Notes(text)
        for mistake in everything_wrong(game.rules, chosen):
            notes.add(mistake.path, mistake.sentence, mistake.cite)
        if notes.found:
            raise Mistakes(notes.found)
        rules = submit(game.rules, chosen)
    except Refused as refusal:
        stop_refused(refusal, 1)
    doubts = list(rules.doubts())
    if as_json:
        known = _edges_of(game, rules) if edges and extras.has("mathematics") else []
        facts = {"game": game.name, "lawful": True, "hash": rules.hash(game.name), "doubts": doubts}
        facts["warnings"] = list(warnings(game, rules, map(spot_edge, known)))
        put_facts(facts | {"edges": [one.record() for one in known]}, "", as_json=True)
        return
    typer.echo(f"{rules.hash(game.name)}\nlawful")
    for doubt in doubts:
        typer.echo(f"to be confirmed: {doubt.choice}: {doubt.about} [{doubt.cite}]")
    found = _edges_of(game, rules) if edges and extras.has("mathematics") else []
    for line in warnings(game, rules, map(spot_edge, found)):
        if line.sentence not in {doubt.about for doubt in doubts}:
            typer.echo(f"warning: {line.sentence} [{line.cite}]")
    if found:
        typer.echo()
        edge_table(found)
    elif edges and not extras.has("mathematics"):
        typer.echo(extras.sentence("mathematics"))


def _edges_of(game: "Game", rules: "RulesSubmission") -> "list[Edge]":
    """The edges of these rules, with a sign of life where they have to be worked out first."""
    from pitboss.mathematics.kit.every_edge import edges_kept

    if sys.stderr.isatty():
        typer.echo("Working the edges out …", err=True)
    return edges_kept(game, rules)


@app.command()
def provisions(
    chapter: Annotated[str, typer.Argument(metavar="CHAPTER", help="Such as 676a.")] = "", as_json: AsJson = False
) -> None:
    """Show how every provision is accounted for; the exit status is 1 where one is not."""
    from pitboss import law
    from pitboss.paper.coverage import counts, unaccounted

    names = [_chapter(chapter)] if chapter else list(law.chapters())
    lacking = {name: list(unaccounted(name)) for name in names}
    if not as_json:
        typer.echo(f"{'chapter':<10}" + "".join(f"{one:>12}" for one in law.STATUSES) + f"{'lacking':>12}  title")
    for name in names:
        row = [*counts(name).values(), len(lacking[name])]
        words = f"{name:<10}" + "".join(f"{count:>12}" for count in row) + f"  {law.chapter(name).title}"
        listed = [{"provision": one.id, "lack": lack, "gist": one.gist} for one, lack in lacking[name]]
        facts = {"chapter": name, "title": law.chapter(name).title, "counts": counts(name), "lacking": listed}
        put_facts(facts, words, as_json=as_json)
    for provision, lack in (line for name in names for line in lacking[name] if not as_json):
        typer.echo(f"{provision.id} {lack}: {provision.gist}")
    raise typer.Exit(1 if any(lacking.values()) else 0)


def _chapter(name: str) -> str:
    from pitboss import law

    if name not in law.chapters():
        raise Refused(Refusal.MALFORMED, f"There is no chapter {name!r}; there are: {', '.join(law.chapters())}.", "")
    return name


@app.command("law")
def look_up(
    cite: Annotated[str, typer.Argument(metavar="CITE", help="Such as 676a.11(b), 676a.11 or I-676a-01.")],
    as_json: AsJson = False,
) -> None:
    """Look up a provision or a reading, with everything beneath it."""
    from pitboss import law

    found = law.look_up(cite)
    for one in found:
        if isinstance(one, law.Reading):
            words = f"{one.id}  {one.provision}\n  {one.reading}\n  Because: {one.reason}"
        else:
            words = "\n".join([f"{one.id}  ({one.status})\n  {one.gist}", *(f"  code: {place}" for place in one.code)])
        put_facts(one, words, as_json=as_json)
    if not found:
        raise Refused(
            Refusal.MALFORMED,
            f"No register has {cite!r}; a citation reads like 676a.11(d)(3)(i), 676a.1:Par or I-676a-01.",
            "",
        )
