"""Commands about the record: verify one, export a part of it, and watch one grow as a witness."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NamedTuple

import typer

from pitboss.cli.app import AsJson, app, put_facts
from pitboss.cli.option_groups import grouped
from pitboss.cli.paper_options import waiting_for
from pitboss.cli.usage_errors import whole
from pitboss.procedure import Refusal, Refused

if TYPE_CHECKING:
    from pitboss.library.verifying import Policy

Checkpoint = Annotated[
    Path | None,
    typer.Option(
        "--checkpoint", metavar="FILE", help="A signed head that you kept; the record has to have grown from it."
    ),
]
DatabaseOption = Annotated[Path | None, typer.Option(help="A database, in use or not, instead of files.")]


class Demanded(NamedTuple):
    """Who has to have signed a record, and whether all of it has to be there."""

    key: Annotated[
        str, typer.Option(help="The public key of the log, as the house shows it, known from elsewhere.")
    ] = ""
    witness: Annotated[
        list[str] | None,
        typer.Option("--witness", metavar="KEY", help="The public key of a witness of the last head; may be repeated."),
    ] = None
    quorum: Annotated[
        int,
        typer.Option(
            parser=whole(0, 100),
            metavar="N",
            help="How many of the witnesses have to have cosigned it; without it all.",
        ),
    ] = 0
    in_full: Annotated[
        bool, typer.Option("--in-full", help="Refuse a file in which entries of rounds in progress are withheld.")
    ] = False


class RulesToRun(NamedTuple):
    """Which rules may be run on what is verified."""

    rules: Annotated[
        list[Path] | None,
        typer.Option("--rules", metavar="PACKAGE", help="A rules package that played some of it; may be repeated."),
    ] = None
    approved: Annotated[
        Path | None,
        typer.Option(
            "--approved",
            metavar="FILE",
            help="The versions of the rules that may be run, one hash a line; without it none that came with the record is.",
        ),
    ] = None


@app.command()
@grouped
def verify(
    of: RulesToRun,
    demanded: Demanded,
    files: Annotated[
        list[Path] | None, typer.Argument(metavar="FILE.jsonl", help="Exported records of tables, or of whole days.")
    ] = None,
    checkpoint: Checkpoint = None,
    proof: Annotated[
        Path | None,
        typer.Option("--proof", metavar="FILE", help="Of the last entry of a table's record, for --checkpoint."),
    ] = None,
    database: DatabaseOption = None,
    replay: Annotated[
        bool, typer.Option("--replay", help="With --database: play every round again, by the rules that played it.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Check a record: chains, signed heads, seeds, and every round played again.

    The exit status is 2 where rounds were not played again, because nobody approved the rules that played them.
    """
    from pitboss.house.storage.quorum import NO_QUORUM, quorum_of
    from pitboss.house.table.verify import Approved, NotReplayed
    from pitboss.library.verifying import Policy, approved_from, packages_from, verdicts

    note, proof_text = (_text(file) if file is not None else "" for file in (checkpoint, proof))
    quorum = quorum_of(demanded.witness or [], demanded.quorum) if demanded.witness or demanded.quorum else NO_QUORUM
    packages, listed, left = packages_from(of.rules or []), approved_from(of.approved), False
    policy = Policy(packages, Approved(listed), note, demanded.key, proof_text, quorum, demanded.in_full)
    if database is not None:
        left = _verify_database(database, policy, listed, replay=replay, as_json=as_json)
    if not files and database is None:
        raise Refused(Refusal.MALFORMED, "Name a file to verify, or a database with --database.", "")
    for file in files or []:
        with waiting_for(f"every round of {file}"):
            for verdict in verdicts(file, policy):
                _put_verdict(verdict, as_json=as_json)
                left = left or isinstance(verdict, NotReplayed)
    if left:
        raise typer.Exit(2)


def _verify_database(
    database: Path, policy: "Policy", approved: list[str] | None, *, replay: bool, as_json: bool
) -> bool:
    """Whether rounds were left that nobody's approval let be played again."""
    from rich.progress import Progress

    from pitboss.cores import cores
    from pitboss.house import readings
    from pitboss.house.cage.conserved import of_database
    from pitboss.house.storage.audit import checkpoint_given
    from pitboss.house.storage.backup import check_in_use, key_of, newest_witnessed_in
    from pitboss.house.storage.seal import Sealer
    from pitboss.house.table.replay_all import replay_database
    from pitboss.house.table.verify import NotReplayed

    if not database.is_file():
        raise Refused(Refusal.NOT_FOUND, f"There is no database {database}.", "")
    given = [checkpoint_given(policy.checkpoint)] if policy.checkpoint else []
    with Progress(disable=not sys.stderr.isatty()) as shown:
        task = shown.add_task("entries", total=1.0)

        def progress(done: float) -> None:
            shown.update(task, completed=done)

        sealer = Sealer.read(key_of(database))
        audited = check_in_use(database, sealer, given, progress)
        if policy.key and policy.key != audited.vkey:
            raise Refused(Refusal.CORRUPT, f"The record is signed by {audited.vkey}, not by {policy.key}.", "")
        _put_verdict(audited, as_json=as_json)
        if policy.quorum.least:
            _put_verdict(newest_witnessed_in(database, audited.vkey, policy.quorum), as_json=as_json)
        if (chips := of_database(database, sealer)).purses:
            _put_verdict(chips, as_json=as_json)
        if (read := readings.of_database(database, sealer)).readings:
            _put_verdict(read, as_json=as_json)
        left = False
        processes = cores()
        found = replay_database(database, policy.packages, approved=approved, processes=processes) if replay else ()
        for verdict in found:
            _put_verdict(verdict, as_json=as_json)
            left = left or isinstance(verdict, NotReplayed)
        if replay and approved is None and not as_json:
            typer.echo(
                "The rules were taken from the house's own list; whoever examines it gives theirs with --approved."
            )
        return left


def _put_verdict(verdict: object, *, as_json: bool) -> None:
    """What was found of one journal, of a database, or of the chips."""
    facts = {"verdict": type(verdict).__name__, "words": str(verdict), "facts": verdict}
    put_facts(facts, str(verdict), as_json=as_json)


def _text(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8")
    except OSError as error:
        raise Refused(Refusal.NOT_FOUND, f"{file} cannot be read: {error.strerror}.", "") from None


@app.command()
def witness(
    house: Annotated[str, typer.Argument(metavar="URL", help="The address of a house, such as http://localhost:8000.")],
    name: Annotated[str, typer.Option(help="The name under which this witness signs, such as board.example/witness.")],
    key: Annotated[Path, typer.Option(metavar="FILE", help="Its private key; made if it is not there.")] = Path(
        "witness.key"
    ),
    state: Annotated[Path, typer.Option(metavar="FILE", help="What it has seen; kept beside the key.")] = Path(
        "witness.json"
    ),
    log_key: Annotated[
        str, typer.Option("--log-key", help="The public key of the house's log; at first it is taken from the house.")
    ] = "",
    every: Annotated[
        int, typer.Option(parser=whole(0, 86_400), metavar="N", help="Seconds between two looks; 0: look once.")
    ] = 0,
    as_json: AsJson = False,
) -> None:
    """See that a house's record only grows, and sign for it; a fork or a step back is refused, loudly.

    With --every it goes on for as long as it takes: a house that is away is looked at again, after pauses that grow up to an hour.
    It ends, with exit status 2, where the record did not only grow or is signed by another key.
    """
    from pitboss.house.witnessing import Witness, watch

    seen = Witness(house.rstrip("/"), name, key, state, log_key)
    put_facts({"vkey": seen.vkey}, f"public key {seen.vkey}", as_json=as_json)

    def say(words: str) -> None:
        put_facts({"seen": words}, words, as_json=as_json)

    if every:
        watch(seen, every, say)
    else:
        say(seen.look())
