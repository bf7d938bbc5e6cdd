"""The bundle: one ZIP file with rounds that are over and everything that it takes to check them, without the house."""

import hashlib
import io
import zipfile
from collections.abc import Iterable, Sequence
from importlib import resources

import msgspec

from pitboss import catalogue
from pitboss.house.evidence.gathering import Gathered, decoded, gather
from pitboss.house.evidence.page import rounds_page
from pitboss.house.evidence.replaying import ReplayedRecord, is_replayable, watch
from pitboss.house.storage.log import EntryProof, Log, head_of, time_of
from pitboss.house.storage.store import Store
from pitboss.house.table.entries import Founded
from pitboss.house.table.recovery import seeds_in
from pitboss.house.table.versions import spans
from pitboss.journal import Actor, Entry
from pitboss.paper.page import html
from pitboss.procedure import Refusal, Refused
from pitboss.rulebook.package import Package

MOST_ENTRIES = 20_000  # of a table's record that are put into a bundle, and played again for it
SUMS = "SHA256SUMS"
_DATE = (1980, 1, 1, 0, 0, 0)  # the first that a ZIP can have: the same evidence makes the same bytes
_say = msgspec.json.Encoder().encode


class EvidenceRequest(msgspec.Struct, frozen=True):
    """Who asked for the evidence and when, and of which house it is."""

    by: Actor
    time: str
    holder: str
    licence: str = ""
    address: str = ""
    witnesses: tuple[str, ...] = ()  # their public keys, as the house knows them


def bundle(store: Store, log: Log, table: str, rounds: Iterable[int], *, asked: EvidenceRequest) -> bytes:
    """The file, or a refusal: where a round is not over, or not under a signed head yet.

    It reads and computes for some seconds, on any thread. Make a head first (``House.make_head``), so that all is under it.
    """
    found = gather(store, table, rounds)
    note = log.latest()
    if note is None:
        raise Refused(Refusal.NOT_FOUND, "There is no checkpoint yet; one is made every minute.", "")
    record = list(store.entries(table, 1, found.last)) if found.last <= MOST_ENTRIES else []
    founded = decoded(found.entries[0])
    assert isinstance(founded, Founded)
    watched = _watched(table, record, found)
    page = rounds_page(table, founded, found, watched, asked.holder, asked.time)
    files = {
        "entries.jsonl": _lines(found.entries),
        "proofs.jsonl": _lines(_proof(log, entry, note) for entry in found.entries),
        "draws.jsonl": _lines(_draws(watched, found)),
        "checkpoint.txt": note.encode(),
        "key.txt": "".join(f"{key}\n" for key in (log.signer.vkey, *asked.witnesses)).encode(),
        "rounds.html": html(page).encode(),
        "verify.py": (resources.files("pitboss.house.evidence") / "verify_bundle.py").read_bytes(),
        "confinement.py": (resources.files("pitboss.rulebook") / "confinement.py").read_bytes(),
    } | _packages(store, found, record)
    if record:
        files["record.jsonl"] = _lines(record)
    files["README.txt"] = _readme(table, founded, found, asked, note, files).encode()
    files[SUMS] = "".join(f"{hashlib.sha256(files[name]).hexdigest()}  {name}\n" for name in sorted(files)).encode()
    return _zipped(files)


def _lines(found: Iterable[msgspec.Struct]) -> bytes:
    return b"".join(_say(one) + b"\n" for one in found)


def _watched(table: str, record: Sequence[Entry], found: Gathered) -> ReplayedRecord:
    if not record or not is_replayable(record):
        return ReplayedRecord()
    return watch(table, record, seeds_in([*record, *found.entries]))


def _draws(watched: ReplayedRecord, found: Gathered) -> Iterable[msgspec.Struct]:
    own = {entry.sequence for entry in found.entries}
    return (draw for draw in watched.draws if draw.sequence in own)


def _proof(log: Log, entry: Entry, note: str) -> EntryProof:
    made = log.prove(entry.table, entry.sequence, note)
    return EntryProof(made.journal, made.sequence, made.hash, made.index, made.size, made.path)


def _packages(store: Store, found: Gathered, record: Sequence[Entry]) -> dict[str, bytes]:
    """The rules that played the rounds, and as far as the house keeps them, those that played what came before."""
    played = {decoded(entry).version for entry in found.entries if entry.kind == "round"}
    files = {}
    for version in sorted(played | {span.version for span in spans(record)}):
        body = store.rules.package(version)
        if body is None and version in played:
            raise Refused(
                Refusal.NOT_FOUND, f"The rules {version[:12]} that played these rounds are not kept here.", ""
            )
        if body is not None:
            files[f"rules-{Package.read(body).version}.zip"] = body
    return files


def _readme(
    table: str, founded: Founded, found: Gathered, asked: EvidenceRequest, note: str, files: dict[str, bytes]
) -> str:
    head, whole = head_of(note), "record.jsonl" in files
    game = catalogue.games()[founded.game].title if founded.game in catalogue.games() else founded.game
    record = (
        "record.jsonl   the whole record of the table, up to the last of these rounds\n"
        if whole
        else f"The record of the table is too long for this file (over {MOST_ENTRIES} entries). Whoever may export the record\n"
        f"gets it from the Board console; `pitboss verify` replays it.\n"
    )
    replay = (
        "\nWhere the Python packages msgspec and cryptography are installed, --replay --approved FILE has the rules play it all\n"
        "again: those whose hashes are in FILE, one a line, as the Board approved them. They are run on Linux only, in a process\n"
        "that can read nothing but them.\n"
    )
    rules = "".join(
        f"{name}\n               the rules that decided the rounds, as a program\n"
        for name in files
        if "rules-" in name
    )
    return f"""EVIDENCE ON ROUNDS OF PLAY

House          {asked.holder}{f", licence {asked.licence}" if asked.licence else ""}{f", {asked.address}" if asked.address else ""}
Table          {table}, {founded.title} ({game})
Rounds         {", ".join(map(str, found.rounds))}
Asked for by   {asked.by}
At             {asked.time}
Log            {head.origin}, {head.size} entries, head of {time_of(head)}

HOW TO CHECK IT

Any computer with Python 3.9 or later will do; no other software is needed, nothing is installed, nothing is sent anywhere.

    unzip evidence.zip -d evidence
    python3 -I evidence/verify.py

It prints one line for each check, and a verdict. It believes the key in key.txt. To rely on nobody, take the key of the house
from somewhere else (the Board has it, and so has every witness) and say: python3 -I evidence/verify.py --key KEY
{replay if whole else ""}
WHAT IS IN IT

rounds.html    the rounds in words, with amounts, cards, people and provisions; open it in any browser
entries.jsonl  what was recorded: the rounds, the commitments that decided them, the rules, and who was there
proofs.jsonl   that each of these entries is under the signed head
checkpoint.txt the signed head of the log of the house
key.txt        the public key that signs for the house, and those of its witnesses
draws.jsonl    what the rules asked chance for
{rules}verify.py      the program that checks all this; it is short, and written to be read
confinement.py what it confines the rules with, where they are run
SHA256SUMS     the hashes of these files
{record}
Entries are never changed after they were written. What was corrected later is an entry of its own, and is included.
Seeds that are still in use are not here; ask again when the shoe was mixed again or the table closed.
"""


def _zipped(files: dict[str, bytes]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, body in sorted(files.items()):
            info = zipfile.ZipInfo(name, _DATE)
            info.create_system, info.external_attr = 3, 0o100644 << 16
            archive.writestr(info, body, zipfile.ZIP_DEFLATED, 6)
    return out.getvalue()
