"""Command: certificates of edges, and the checker that goes with them."""

import json
import shutil
from pathlib import Path
from typing import Annotated

import typer

from pitboss.cli.app import Submission, app, chosen
from pitboss.cli.paper_options import waiting_for
from pitboss.procedure import Refusal, Refused

SUFFIX, CHECKER = ".certificates.jsonl", "check_certificates.py"


@app.command()
def certify(
    game: Annotated[str, typer.Argument(metavar="GAME", help="A game's name; none with --all.")] = "",
    submission: Submission = None,
    everything: Annotated[bool, typer.Option("--all", help="Every figure of `pitboss edge --all`.")] = False,
    out: Annotated[Path, typer.Option("--out", metavar="FOLDER", help="Where the files are written.")] = Path("."),
    as_json: Annotated[
        bool, typer.Option("--json", help="One JSON record to a line: the files that were written.")
    ] = False,
) -> None:
    """Write a certificate for every edge: counts, payoffs and identities, with a checker that needs Python alone."""
    from pitboss.mathematics.certificates import check
    from pitboss.mathematics.certificates.making import certificate, written
    from pitboss.mathematics.kit.every_edge import edges_kept, every_set

    if bool(game) is everything:
        raise Refused(Refusal.MALFORMED, "Name one game, or say --all.", "")
    if everything:
        sets = every_set()
    else:
        picked, rules = chosen(game, submission)
        with waiting_for(f"the edges of {picked.title}"):
            sets = iter([(picked, rules, edges_kept(picked, rules))])
    out.mkdir(parents=True, exist_ok=True)
    counts = dict[str, tuple[int, int]]()
    for of, filed, edges in sets:
        with (out / f"{of.name}{SUFFIX}").open("a" if of.name in counts else "w", encoding="utf-8") as file:
            for edge in edges:
                made = certificate(of, filed, edge)
                file.write(written(made))
                many, identified = counts.get(of.name, (0, 0))
                counts[of.name] = many + 1, identified + bool(made["identities"])
    shutil.copyfile(check.__file__, out / CHECKER)
    if as_json:
        for name, (many, identified) in counts.items():
            record = {
                "game": name,
                "certificates": many,
                "with_identities": identified,
                "file": str(out / (name + SUFFIX)),
            }
            typer.echo(json.dumps(record))
        return
    for name, (many, identified) in counts.items():
        typer.echo(f"{name}: {many} certificates, {identified} of them with identities, in {out / (name + SUFFIX)}")
    typer.echo(f"Check them with: python3 -I {out / CHECKER} {out}/*{SUFFIX}")
    typer.echo("What they do not prove:")
    for sentence in check.NOT_PROVED:
        typer.echo(f"  {sentence}")
