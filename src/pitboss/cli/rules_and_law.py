"""Commands about rules and law: games, Rules Submissions, coverage, provisions and readings."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import msgspec
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


CITE = "CITE, or diff CHAPTER EDITION EDITION"


@app.command("law")
def look_up(
    what: Annotated[
        list[str],
        typer.Argument(
            metavar=f"{CITE}",
            help="Such as 676a.11(b), 676a.11, I-676a-01; or diff 686a 2019-proposed 2021: what two editions have otherwise.",
        ),
    ],
    on: Annotated[str, typer.Option(help="A date, like 2020-06-01: the text as it was then.")] = "",
    as_json: AsJson = False,
) -> None:
    """Look up a provision or a reading with everything beneath it, as of today's register or of a date; or compare two editions
    of a chapter."""
    from pitboss import law

    if what[0] == "diff" and len(what) == 4 and not on:
        return _differences(*what[1:], as_json=as_json)
    if len(what) != 1:
        raise Refused(Refusal.MALFORMED, f"Expected {CITE}, not {' '.join(what)!r}.", "")
    cite = _as_of(what[0], on, as_json=as_json) if on else what[0]
    found = law.look_up(cite) if cite else ()
    for one in found:
        if isinstance(one, law.Reading):
            words = f"{one.id}  {one.provision}\n  {one.reading}\n  Because: {one.reason}"
            for rival in one.rivals:
                filed = f"{one.choice} = {rival.value}" if rival.value else "cannot be filed"
                words += f"\n  Otherwise ({filed}): {rival.says}\n    Argued by {rival.argues}\n    Cost: {rival.costs}"
        else:
            words = "\n".join([f"{one.id}  ({one.status})\n  {one.gist}", *(f"  code: {place}" for place in one.code)])
        put_facts(one, words, as_json=as_json)
    if not found and cite:
        raise Refused(
            Refusal.MALFORMED,
            f"No register has {cite!r}; a citation reads like 676a.11(d)(3)(i), 676a.1:Par or I-676a-01.",
            "",
        )
    return None


def _as_of(cite: str, day: str, *, as_json: bool) -> str:
    """Say which text of a provision held on a date; returns the citation in that text, or nothing where it is not at hand."""
    from pitboss import editions, law

    if not law.is_citation(cite) or cite.startswith("I-") or law.EDITION in cite:
        raise Refused(Refusal.MALFORMED, f"A date goes with a provision, like 686a.7, not with {cite!r}.", "")
    found = editions.on(law.Citation.parse(cite).chapter, day, editions.section_of(cite))
    put_facts(found, found.said, as_json=as_json)
    if found.edition is None:
        return ""
    last = found.edition == law.edition(found.chapter)
    return cite if last else f"{cite}{law.EDITION}{found.edition.name}"


def _differences(chapter: str, old: str, new: str, *, as_json: bool) -> None:
    """What two editions of a chapter have otherwise, in our own words: the texts themselves are not at hand."""
    from pitboss import editions

    for one in editions.differences(chapter, old, new):
        named = one.new or one.old
        if one.old and one.new and one.old != one.new:
            named = f"{one.old} → {one.new}"
        lines = [f"{named}  ({one.kind})"]
        if one.kind == "letters":
            lines.append(f"  {one.new_gist}")
        else:
            lines += [f"  {old}: {one.old_gist or 'not there'}", f"  {new}: {one.new_gist or 'not there'}"]
        put_facts(one, "\n".join(lines), as_json=as_json)


@app.command("editions")
def every_edition(
    chapter: Annotated[str, typer.Argument(metavar="CHAPTER", help="Such as 686a; every chapter without it.")] = "",
    as_json: AsJson = False,
) -> None:
    """List the texts of each chapter: proposed or adopted, where published, by what authority, from when to when in force."""
    from pitboss import editions, law

    for name in [_chapter(chapter)] if chapter else law.chapters():
        for one in editions.of_chapter(name):
            times = [("filed", one.filed), ("adopted", one.adopted), ("effective", one.effective), ("until", one.until)]
            lines = [f"{name:<6}{one.name:<15}{'PROPOSED' if one.proposed else one.status:<10}{one.document}"]
            lines.append("  " + ", ".join(f"{what} {day}" for what, day in times if day))
            lines += [f"  authority: {each}" for each in one.authority]
            lines += [
                f"  {what}: {value}"
                for what, value in (("replaces", one.replaces), ("superseded by", one.superseded_by))
                if value
            ]
            lines += [f"  § {section}: text not at hand" for section in one.missing]
            lines += [f"  since: {editions.later_words(each)}; text not at hand" for each in one.later]
            put_facts(
                {"chapter": name, "title": law.chapter(name).title} | msgspec.to_builtins(one),
                "\n".join(lines),
                as_json=as_json,
            )
