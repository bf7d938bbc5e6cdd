"""Commands about versions of the rules: which is installed, its files, and packages that replay records of any version."""

from pathlib import Path
from typing import Annotated

import typer

from pitboss.cli.app import AsJson, group, put_facts, stop, stop_refused

rules_app = group("rules", "Versions of the rules: which is installed, and packages of them.")


@rules_app.command("version")
def rules_version(as_json: AsJson = False) -> None:
    """Print the versions of the installed rules and of the whole software."""
    from pitboss.rulebook import manifest
    from pitboss.rulebook.errors import RulebookError

    try:
        found = manifest.of()
    except RulebookError as error:
        stop(str(error), 1)
    facts = {"rules": found.rules.version, "software": found.software.version, "release": found.rules.release}
    words = f"rules     {found.rules.version}\nsoftware  {found.software.version}"
    put_facts(facts, words, as_json=as_json)


@rules_app.command("list")
def rules_list(
    software: Annotated[
        bool, typer.Option("--software", help="Every shipped file, not only those that can decide a round.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """List the files with their hashes, as sha256sum prints them; the hash of this list is the version."""
    from pitboss.rulebook import manifest
    from pitboss.rulebook.errors import RulebookError

    try:
        found = manifest.of()
    except RulebookError as error:
        stop(str(error), 1)
    part = found.software if software else found.rules
    put_facts({"version": part.version, "files": part.files}, manifest.text(part.files), as_json=as_json)


@rules_app.command("approved")
def rules_approved(
    database: Annotated[
        Path, typer.Option("--database", metavar="FILE", help="The database of a house, in use or not.")
    ],
    as_json: AsJson = False,
) -> None:
    """List the versions that a house keeps or the Board approved, as its journal names them: a list for verify --approved."""
    from contextlib import closing

    from pitboss.house.storage.backup import key_of
    from pitboss.house.storage.reading import Reader
    from pitboss.house.storage.seal import Sealer
    from pitboss.house.table.replay_all import houses_list
    from pitboss.procedure import Refused

    try:
        with closing(Reader(database, Sealer.read(key_of(database)))) as reader:
            for version, release in houses_list(reader).items():
                put_facts({"version": version, "release": release}, f"{version}  # {release}", as_json=as_json)
    except Refused as refusal:
        stop_refused(refusal, 1)


@rules_app.command("pack")
def rules_pack(
    out: Annotated[Path, typer.Option("--out", metavar="FILE", help="Where to write the package.")],
    tree: Annotated[
        Path | None, typer.Option("--tree", metavar="PATH", help="The sources of a version; else what is installed.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Write a rules package: whatever can decide a round, in one file that replays its records."""
    from pitboss.rulebook.errors import RulebookError
    from pitboss.rulebook.package import Package

    root = tree / "src" if tree is not None and (tree / "src").is_dir() else tree
    try:
        package = Package.of(root)
    except RulebookError as error:
        stop(str(error), 1)
    out.write_bytes(package.archive())
    release, count = package.rules.release, len(package.files)
    facts = {"file": out, "rules": package.version, "release": release, "files": count}
    put_facts(facts, f"{out}\nrules {package.version}, release {release}, {count} files", as_json=as_json)


@rules_app.command("check")
def rules_check(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A rules package.")], as_json: AsJson = False
) -> None:
    """Check a rules package and compare it with what is installed; the exit status is 1 where it is damaged or differs."""
    from pitboss.rulebook import manifest
    from pitboss.rulebook.errors import RulebookError
    from pitboss.rulebook.package import Package

    try:
        rules = Package.read(file.read_bytes()).rules
        found = manifest.of()
    except RulebookError as error:
        stop(str(error), 1)
    others = [] if rules.version == found.rules.version else list(manifest.differences(rules, found))
    if as_json:
        facts = {"rules": rules.version, "release": rules.release, "installed": found.rules.version}
        put_facts(facts | {"differences": [str(one) for one in others]}, "", as_json=True)
        raise typer.Exit(0 if rules.version == found.rules.version else 1)
    typer.echo(f"rules {rules.version}, release {rules.release}, {len(rules.files)} files, all as its manifest says")
    if rules.version == found.rules.version:
        typer.echo("These are the installed rules.")
        return
    typer.echo(f"The installed rules are others: {found.rules.version}, release {found.rules.release}.")
    every = {*rules.games, *found.rules.games}
    for difference in others:
        games = "every game" if every == set(difference.games) else ", ".join(difference.games)
        typer.echo(f"{difference} ({games})")
    raise typer.Exit(1)
