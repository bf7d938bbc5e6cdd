"""Commands about the record: verify one, export a part of it, and watch one grow as a witness."""

import sys
from collections.abc import Callable, Iterator
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
    policy: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="A policy: key, witnesses, quorum and approved rules in one file of JSON, in the place of these options.",
        ),
    ] = None
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

    The exit status is 2 where rounds were not played again, because nobody approved the rules that played them. With --policy it is
    0 only where all that the policy demands is so.
    """
    from pitboss.house.table.verify import NotReplayed
    from pitboss.library.verifying import verdicts

    if not files and database is None:
        raise Refused(Refusal.MALFORMED, "Name a file to verify, or a database with --database.", "")
    demands = _demands(of, demanded, checkpoint, proof, replay=replay)
    left = False

    def put(verdict: object) -> None:
        nonlocal left
        _put_verdict(verdict, as_json=as_json)
        demands.check(verdict)
        left = left or isinstance(verdict, NotReplayed)

    if database is not None:
        for verdict in _of_database(database, demands):
            put(verdict)
        if demands.replay and demands.approved is None and not as_json:
            typer.echo(
                "The rules were taken from the house's own list; whoever examines it gives theirs with --approved."
            )
    for file in files or []:
        with waiting_for(f"every round of {file}"):
            for verdict in verdicts(file, demands.policy):
                put(verdict)
    if left:
        raise typer.Exit(2)
    if demanded.policy is not None:
        put_facts({"policy": demanded.policy}, f"All that {demanded.policy} demands is so.", as_json=as_json)


class _Demands(NamedTuple):
    policy: "Policy"
    approved: list[str] | None
    replay: bool  # of a database
    check: Callable[[object], None]  # refuses a verdict that leaves open what is demanded


def _demands(
    of: RulesToRun, demanded: Demanded, checkpoint: Path | None, proof: Path | None, *, replay: bool
) -> _Demands:
    """What is demanded of a record: by a policy, or by options."""
    from pitboss.house.storage.quorum import NO_QUORUM, quorum_of
    from pitboss.house.table.verify import Approved
    from pitboss.library.policy import policy_in
    from pitboss.library.verifying import Policy, approved_from, packages_from

    packages = packages_from(of.rules or [])
    if demanded.policy is not None:
        if any((demanded.key, demanded.witness, demanded.quorum, demanded.in_full, of.approved, checkpoint)):
            words = "A policy says by itself what --key, --witness, --quorum, --in-full, --approved and --checkpoint would say."
            raise Refused(Refusal.MALFORMED, words, "")
        found = policy_in(demanded.policy)
        return _Demands(found.demands(packages), list(found.approved), found.replayed, found.check)
    note, proof_text = (_text(file) if file is not None else "" for file in (checkpoint, proof))
    named = demanded.witness or demanded.quorum
    quorum = quorum_of(demanded.witness or [], demanded.quorum) if named else NO_QUORUM
    listed = approved_from(of.approved)
    policy = Policy(packages, Approved(listed), note, demanded.key, proof_text, quorum, demanded.in_full)
    return _Demands(policy, listed, replay, _no_more)


def _no_more(verdict: object) -> None:
    """Nothing is demanded beyond what is checked already."""


def _of_database(database: Path, demands: _Demands) -> Iterator[object]:
    """What is found in a database, each as soon as it is known."""
    from rich.progress import Progress

    from pitboss.cores import cores
    from pitboss.house import readings
    from pitboss.house.cage.conserved import of_database
    from pitboss.house.storage.audit import checkpoint_given
    from pitboss.house.storage.backup import check_in_use, cosignatures_in, key_of, newest_witnessed_in
    from pitboss.house.storage.seal import Sealer
    from pitboss.house.table.replay_all import replay_database

    if not database.is_file():
        raise Refused(Refusal.NOT_FOUND, f"There is no database {database}.", "")
    policy = demands.policy
    given = [checkpoint_given(policy.checkpoint)] if policy.checkpoint else []
    with Progress(disable=not sys.stderr.isatty()) as shown:
        task = shown.add_task("entries", total=1.0)

        def progress(done: float) -> None:
            shown.update(task, completed=done)

        sealer = Sealer.read(key_of(database))
        audited = check_in_use(database, sealer, given, progress)
        if policy.key and policy.key not in audited.signed_by:
            raise Refused(Refusal.CORRUPT, f"The record is signed by {audited.vkey}, not by {policy.key}.", "")
        yield audited
        if policy.quorum.least:
            yield newest_witnessed_in(database, (audited.vkey, *audited.former), policy.quorum)
        else:
            yield cosignatures_in(database, (audited.vkey, *audited.former), sealer)
        if (chips := of_database(database, sealer)).purses:
            yield chips
        if (read := readings.of_database(database, sealer)).readings:
            yield read
        if demands.replay:
            yield from replay_database(database, policy.packages, approved=demands.approved, processes=cores())


def _put_verdict(verdict: object, *, as_json: bool) -> None:
    """What was found of one journal, of a database, or of the chips."""
    facts = {"verdict": type(verdict).__name__, "words": str(verdict), "facts": verdict}
    put_facts(facts, str(verdict), as_json=as_json)


def _text(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8")
    except OSError as error:
        raise Refused(Refusal.NOT_FOUND, f"{file} cannot be read: {error.strerror}.", "") from None


class LooksAgain(NamedTuple):
    """For how long a witness looks, and who hears of what it sees."""

    every: Annotated[
        int, typer.Option(parser=whole(0, 86_400), metavar="N", help="Seconds between two looks; 0: look once.")
    ] = 0
    alarm: Annotated[
        str,
        typer.Option(
            metavar="COMMAND",
            help="With --every: a command to run, with what happened as its input, where the record did not only grow, or nothing "
            "could be signed for long.",
        ),
    ] = ""
    patience: Annotated[
        int,
        typer.Option(parser=whole(60, 604_800), metavar="N", help="Seconds without a signature before the alarm."),
    ] = 3_600


@app.command()
@grouped
def witness(
    again: LooksAgain,
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
    as_json: AsJson = False,
) -> None:
    """See that a house's record only grows, and sign for it; a fork or a step back is refused, loudly.

    With --every it goes on for as long as it takes: a house that is away is looked at again, after pauses that grow up to an hour.
    It ends, with exit status 2, where the record did not only grow or is signed by another key.
    """
    from pitboss.house.witnessing import Witness, WitnessKeeper, command_alarm, watch

    seen = Witness(house.rstrip("/"), WitnessKeeper(name, key, state), log_key)
    put_facts({"vkey": seen.vkey}, f"public key {seen.vkey}", as_json=as_json)

    def say(words: str) -> None:
        put_facts({"seen": words}, words, as_json=as_json)

    if again.every:
        watch(seen, again.every, say, alarm=command_alarm(again.alarm, say), patience=again.patience)
    else:
        say(seen.look())
