"""Commands about the keys of a house: see them, replace them, wrap the key file, keep it with two persons."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pitboss.cli.app import AsJson, group, put_facts, stop
from pitboss.cli.people import FILES, Database, Files

if TYPE_CHECKING:
    from pitboss.house.storage.key_ring import KeyRing, Purpose

key_app = group("key", "The keys of a house: see, replace, wrap, keep with two persons.")

ALL = "all"
Passphrases = Annotated[
    list[Path] | None,
    typer.Option(
        "--passphrase-file",
        metavar="FILE",
        help="A file with a person's passphrase; twice. Without: each is asked for theirs.",
    ),
]


@key_app.command("status")
def key_status(database: Database = "pitboss.db", files: Files = FILES, as_json: AsJson = False) -> None:
    """Show how many keys there are for each purpose, what wraps the key file, and its fingerprint; no key is shown."""
    from pitboss.house.process.keys import key_file, keys_in

    file = key_file(database, files)
    by, ring = keys_in(file)
    for line in _lines(ring, as_json=as_json):
        put_facts(*line, as_json=as_json)
    where = f"wrapped by {by.partition('?')[0]}" if by else "readable by the user of the house"
    facts = {"file": file.name, "wrapped_by": by.partition("?")[0], "fingerprint": ring.fingerprint}
    put_facts(facts, f"{file.name} is {where}; its fingerprint is {ring.fingerprint}.", as_json=as_json)


@key_app.command("rotate")
def key_rotate(
    purpose: Annotated[str, typer.Argument(metavar="PURPOSE", help="sealing, marking, signing, devices, or all.")],
    database: Database = "pitboss.db",
    files: Files = FILES,
    as_json: AsJson = False,
) -> None:
    """Replace the key of a purpose while play goes on; what was written under the former one stays readable.

    A house that is open takes the new key within seconds. Keep the key file again afterwards:
    the copy that was kept lacks the new key.
    """
    from pitboss.house.process.keys import replace
    from pitboss.house.storage.key_ring import PURPOSES

    ring = replace(database, files, tuple(PURPOSES) if purpose == ALL else (_purpose(purpose),))
    for line in _lines(ring, as_json=as_json):
        put_facts(*line, as_json=as_json)
    words = f"Keep the key file again, and its parts with two persons: the fingerprint is {ring.fingerprint} now."
    put_facts({"fingerprint": ring.fingerprint}, words, as_json=as_json)


@key_app.command("retire")
def key_retire(
    purpose: Annotated[str, typer.Argument(metavar="PURPOSE", help="signing or devices.")],
    database: Database = "pitboss.db",
    files: Files = FILES,
    as_json: AsJson = False,
) -> None:
    """Give up the former keys of a purpose: they sign no heads any more, and devices with a key of them are refused."""
    from pitboss.house.process.keys import retire

    for line in _lines(retire(database, files, _purpose(purpose)), as_json=as_json):
        put_facts(*line, as_json=as_json)


@key_app.command("wrap")
def key_wrap(
    by: Annotated[
        str,
        typer.Argument(
            metavar="ADDRESS",
            help="pkcs11:token=NAME;object=NAME?module-path=FILE&pin-source=FILE, or none for a file that the house reads itself.",
        ),
    ],
    database: Database = "pitboss.db",
    files: Files = FILES,
    make: Annotated[bool, typer.Option("--make", help="Make that key in the token first.")] = False,
    as_json: AsJson = False,
) -> None:
    """Have the key file wrapped by a key in a hardware security module, which the house asks when it opens."""
    from pitboss.house.process.keys import key_file, wrap
    from pitboss.house.storage.key_wrapping import Pkcs11Key

    file = key_file(database, files)
    if make:
        Pkcs11Key(by).make()
    wrap(database, files, "" if by == "none" else by)
    words = "not wrapped any more" if by == "none" else "wrapped"
    put_facts(
        {"file": file.name, "wrapped_by": "" if by == "none" else by.partition("?")[0]},
        f"{file.name} is {words}; earlier copies are not changed.",
        as_json=as_json,
    )


@key_app.command("escrow")
def key_escrow(
    persons: Annotated[tuple[str, str], typer.Option("--person", metavar="ONE OTHER", help="The two persons.")],
    out: Annotated[tuple[Path, Path], typer.Option(metavar="FILE FILE", help="A new file for the part of each.")],
    database: Database = "pitboss.db",
    files: Files = FILES,
    passphrase_file: Passphrases = None,
    as_json: AsJson = False,
) -> None:
    """Write the keys in two parts, each under the passphrase of one person; both together make the key file again, none alone."""
    from pitboss.house.process.keys import escrow

    escrow(database, files, persons, _passphrases(persons, passphrase_file, confirm=True), out)
    words = f"{persons[0]} has {out[0].name}, {persons[1]} has {out[1].name}; keep them, and the passphrases, apart."
    put_facts({"parts": {one: file.name for one, file in zip(persons, out, strict=True)}}, words, as_json=as_json)


@key_app.command("recover")
def key_recover(
    parts: Annotated[tuple[Path, Path], typer.Argument(metavar="PART PART", help="The two parts.")],
    out: Annotated[Path, typer.Option(metavar="FILE", help="The key file to write; it must not be there yet.")],
    passphrase_file: Passphrases = None,
    as_json: AsJson = False,
) -> None:
    """Make the key file of the two parts; both persons give their passphrase."""
    from pitboss.house.process.keys import recover
    from pitboss.house.storage.key_escrow import part_of

    one, other = (part_of(part.read_bytes()).person for part in parts)
    ring = recover(parts, _passphrases((one, other), passphrase_file, confirm=False), out)
    words = f"{out.name} is written; its fingerprint is {ring.fingerprint}."
    put_facts({"file": out.name, "fingerprint": ring.fingerprint}, words, as_json=as_json)


def _lines(ring: "KeyRing", *, as_json: bool) -> list[tuple[dict[str, object], str]]:
    from pitboss.house.storage.key_ring import PURPOSES, RETIRED

    found: list[tuple[dict[str, object], str]] = []
    for purpose, (_, words) in PURPOSES.items():
        keys, counting = len(ring.of(purpose)), len(ring.counting(purpose))
        former = f"{keys - 1} former" + (f", {counting - 1} of them count" if purpose in RETIRED else " kept to read")
        found.append(
            (
                {"purpose": purpose, "keys": keys, "counting": counting},
                f"{purpose:<8} {words}; {former if keys > 1 else 'never replaced'}",
            )
        )
    return found


def _purpose(text: str) -> "Purpose":
    from pitboss.house.storage.key_ring import PURPOSES

    for purpose in PURPOSES:
        if purpose == text:
            return purpose
    stop(f"Expected {', '.join(PURPOSES)}, not {text!r}.", 2, "malformed")


def _passphrases(persons: tuple[str, str], given: list[Path] | None, *, confirm: bool) -> tuple[str, str]:
    if given is None:
        one, other = (
            typer.prompt(f"Passphrase of {person}", hide_input=True, confirmation_prompt=confirm) for person in persons
        )
        return one, other
    if len(given) != 2:
        stop(f"Expected --passphrase-file twice, not {len(given)} times.", 2, "malformed")
    one, other = (file.read_text(encoding="utf-8").rstrip("\n") for file in given)
    return one, other
