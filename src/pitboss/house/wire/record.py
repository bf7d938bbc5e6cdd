"""The routes of the record: its signed heads and tiles for anyone, exports, verification and software for those who oversee.

What is for anyone has the shape of C2SP tlog-tiles (``/checkpoint``, ``/tile/…``), so that a stranger's program can watch the
record grow. It tells how many entries there are in which journal and what their hashes are, nothing of what is in them.
"""

import asyncio
from collections.abc import AsyncIterator, Iterator
from itertools import islice
from typing import Annotated, Any

from litestar import Response, get, post
from litestar.params import Body, Parameter
from litestar.response import Stream

from pitboss.house.evidence.bundle import EvidenceRequest, bundle
from pitboss.house.evidence.record_part import PartAsked, record_part
from pitboss.house.house import House
from pitboss.house.people.entries import UNNAMED, WitnessEnded, WitnessNamed
from pitboss.house.protocol.board import (
    ApproveRules,
    Cosignature,
    KeptRules,
    LogKey,
    NameWitness,
    OtherwiseState,
    RulesState,
    RulesVersion,
    SettledAgain,
    SettleOtherwise,
    VerificationState,
    VerifyRecord,
)
from pitboss.house.storage import export as record_file
from pitboss.house.storage.log import Proof
from pitboss.house.storage.quorum import NO_QUORUM, quorum_of
from pitboss.house.table.versions import running
from pitboss.house.wire.access import EVERYBODY, By
from pitboss.procedure import Refusal, Refused
from pitboss.tlog import ProofFailed
from pitboss.tlog.note import COSIGNATURE_V1, Verifier

Journal = Annotated[str, Parameter(max_length=64, description="The name of a table, or house.")]
Sequence = Annotated[int, Parameter(ge=1, le=10**15, description="The number of an entry in its journal.")]
Path = Annotated[str, Parameter(max_length=200, description="As in C2SP tlog-tiles: 0/x001/067, entries/000.p/8.")]
Size = Annotated[int, Parameter(ge=0, le=10**15, description="How many entries a tree has.")]
Least = Annotated[
    int, Parameter(ge=0, le=100, description="End with a head that so many of the house's witnesses have cosigned.")
]
Day = Annotated[str, Parameter(max_length=10, description="The date of a gaming day, such as 2026-11-16.")]
LINES = 500  # of an export, read at a time
OVERSEES, APPROVES = "export record", "approve software"
WHOLE_RECORD = VerifyRecord()
UNCHANGING = {"Cache-Control": "public, max-age=31536000, immutable"}
FRESH = {"Cache-Control": "no-store"}


def routes(house: House) -> list[Any]:
    return [
        *_published(house),
        *_exported(house),
        *_verified(house),
        *_settled_again(house),
        *_otherwise(house),
        *_software(house),
        *_witnessed(house),
    ]


def _published(house: House) -> list[Any]:
    @get("/checkpoint", media_type="text/plain", access=EVERYBODY)
    async def checkpoint() -> Response[str]:
        """The latest signed head of the record."""
        note = await asyncio.to_thread(house.record.log.latest)
        if note is None:
            raise Refused(Refusal.NOT_FOUND, "There is no checkpoint yet; one is made within a minute.", "")
        return Response(note, media_type="text/plain; charset=utf-8", headers=FRESH)

    @get("/tile/{path:path}", media_type="application/octet-stream", access=EVERYBODY)
    async def tile(path: Path) -> Response[bytes]:
        """A tile of the tree, or a bundle of its leaves."""
        data = await asyncio.to_thread(house.record.log.published, f"tile{path}")
        return Response(data, media_type="application/octet-stream", headers=UNCHANGING)

    @get("/api/record/key", access=EVERYBODY)
    async def key() -> LogKey:
        """Who signs the heads of this record."""
        return _log_key(house)

    @get("/api/record/proof/{journal:str}/{sequence:int}", access=EVERYBODY)
    async def proof(journal: Journal, sequence: Sequence) -> Proof:
        """That an entry is under a signed head."""
        return await asyncio.to_thread(house.record.log.prove, journal, sequence)

    @get("/api/record/consistency", access=EVERYBODY)
    async def consistency(old: Size, size: Size) -> list[str]:
        """What shows that the tree of ``old`` entries is the beginning of the one of ``size``; hashes in hexadecimal."""
        if not old <= size <= house.record.log.size:
            raise Refused(
                Refusal.MALFORMED,
                f"Expected two sizes in their order, up to {house.record.log.size}, not {old} and {size}.",
                "",
            )
        return [each.hex() for each in await asyncio.to_thread(house.record.log.consistency, old, size)]

    return [checkpoint, tile, key, proof, consistency]


MOST_ROUNDS = 1000  # in one bundle of evidence


def _numbers(text: str) -> list[int]:
    """The rounds that somebody named, one by one or from one to another."""
    found: list[int] = []
    for part in filter(None, (one.strip() for one in text.replace("–", "-").split(","))):
        first, dash, last = part.partition("-")
        if not first.strip().isdecimal() or (dash and not last.strip().isdecimal()):
            raise Refused(Refusal.MALFORMED, f"Expected numbers of rounds like 7,8 or 7-9, not {text!r}.", "")
        begin, end = int(first), int(last) if dash else int(first)
        if end < begin or len(found) + end - begin >= MOST_ROUNDS:
            words = f"Expected up to {MOST_ROUNDS} rounds, from the first to the last like 7-9, not {part!r}."
            raise Refused(Refusal.MALFORMED, words, "")
        found += range(begin, end + 1)
    return list(dict.fromkeys(found))


def _exported(house: House) -> list[Any]:
    @get("/api/board/export", media_type="application/jsonl", right=OVERSEES, scopes=("export",))
    async def export(day: Day = "", until: Day = "", quorum: Least = 0) -> Stream:
        """All journals of a gaming day, or from one to another, between two signed heads, for ``pitboss verify``.

        Without a day: from the beginning to now, or to the last head that the quorum has cosigned.
        """
        await house.record.make_head()
        asked = PartAsked(day, until, quorum_of(house.register.witnesses, quorum) if quorum else NO_QUORUM)
        part = await asyncio.to_thread(
            record_part, house.record.log, house.register.named_as or UNNAMED, house.clock.stamp(), asked
        )
        await house.processes.look_elsewhere(
            now=True
        )  # after the head: whatever is under it and still running is seen to be
        running_rounds = {
            name: host.table.play.first
            for name, host in house.everywhere.items()
            if host.table is not None and (host.table.round is not None or host.table.play.foreign is not None)
        }
        lines = record_file.export(house.store, house.record.log, part.start, part.end, running_rounds, part.words)
        name = f"record-{day or 'whole'}.jsonl"
        headers = {**FRESH, "Content-Disposition": f'attachment; filename="{name}"'}
        return Stream(in_pieces(lines), media_type="application/jsonl", headers=headers)

    @get("/api/board/evidence", media_type="application/zip", right=OVERSEES, scopes=("export",))
    async def evidence(
        by: By,
        table: Journal = "",
        rounds: Annotated[
            str, Parameter(max_length=1000, description="The numbers of rounds, such as 7,8 or 7-9.")
        ] = "",
    ) -> Response[bytes]:
        """Rounds with everything that proves them, in one file that verifies by itself."""
        numbers = _numbers(rounds)
        await house.record.make_head()
        named = house.register.named_as or UNNAMED
        witnesses = tuple(house.register.witnesses)
        asked = EvidenceRequest(by, house.clock.stamp(), named.holder, named.licence, named.address, witnesses)
        name = house.host(table).name
        data = await asyncio.to_thread(bundle, house.store, house.record.log, name, numbers, asked=asked)
        headers = {**FRESH, "Content-Disposition": f'attachment; filename="evidence-{name}.zip"'}
        return Response(data, media_type="application/zip", headers=headers)

    return [export, evidence]


def _verified(house: House) -> list[Any]:
    work: set[asyncio.Task[None]] = set()

    @post("/api/board/verification", status_code=202, right=OVERSEES)
    async def verify(by: By, data: Annotated[VerifyRecord, Body()] = WHOLE_RECORD) -> VerificationState:
        """Begin to look through the whole record; how far it is can be asked."""
        house.record.verification.check_free(data.checkpoint)
        task = asyncio.create_task(house.record.verify(by, data.checkpoint, replay=data.replay))
        work.add(task)
        task.add_done_callback(work.discard)
        await asyncio.sleep(0)
        return house.record.verification.state

    @get("/api/board/verification", right=OVERSEES)
    async def verification() -> Response[VerificationState]:
        """How far a verification is, or what the latest one found."""
        return Response(house.record.verification.latest(), headers=FRESH)

    return [verify, verification]


def _settled_again(house: House) -> list[Any]:
    work: set[asyncio.Task[None]] = set()

    @post("/api/board/settled-again", status_code=202, right=OVERSEES)
    async def settle_again() -> SettledAgain:
        """Begin to settle every recorded round again, by an engine of its own; how far it is can be asked."""
        house.record.second.begin()
        task = asyncio.create_task(house.record.second.run(house.workers))
        work.add(task)
        task.add_done_callback(work.discard)
        return house.record.second.state

    @get("/api/board/settled-again", right=OVERSEES)
    async def settled_again() -> Response[SettledAgain]:
        """How far it is, or what the latest one found since the house opened."""
        return Response(house.record.second.state, headers=FRESH)

    return [settle_again, settled_again]


def _otherwise(house: House) -> list[Any]:
    @post("/api/board/otherwise", status_code=202, right=OVERSEES)
    async def settle_otherwise(data: Annotated[SettleOtherwise, Body()]) -> OtherwiseState:
        """Begin to settle recorded rounds again under another reading; how far it is can be asked."""
        return house.record.otherwise.begin(data)

    @get("/api/board/otherwise", right=OVERSEES)
    async def otherwise() -> Response[OtherwiseState]:
        """The readings that can be asked for, how far it is, or what the latest one found since the house opened."""
        return Response(house.record.otherwise.state, headers=FRESH)

    @post("/api/board/otherwise/stop", status_code=202, right=OVERSEES)
    async def stop() -> OtherwiseState:
        """Stop it; what was found by then stays."""
        return house.record.otherwise.stop()

    return [settle_otherwise, otherwise, stop]


def _software(house: House) -> list[Any]:
    def state() -> RulesState:
        now, approved = running(), house.software.approved
        checked = house.register.software_checked
        return RulesState(
            RulesVersion(now.rules.version, now.software.version, now.rules.release),
            RulesVersion(approved.rules, approved.software, approved.release, approved.by.name)
            if approved is not None
            else None,
            tuple(house.software.differences),
            checked[0] if checked is not None else "",
            tuple(KeptRules(*row) for row in house.store.rules.packages()),
        )

    @get("/api/board/rules", right=OVERSEES)
    async def rules() -> RulesState:
        """What is running, what was approved, in what they differ."""
        return state()

    @post("/api/board/rules/check", status_code=200, right=OVERSEES)
    async def check() -> RulesState:
        """Compare what is installed with what was approved, now."""
        await house.software.check()
        return state()

    @post("/api/board/rules/approve", status_code=200, right=APPROVES)
    async def approve(data: Annotated[ApproveRules, Body()], by: By) -> RulesState:
        """The Board approves the software that is running."""
        made, writes = house.software.approve(data.rules, data.software, by)
        await house.register.enter(made, also=writes)
        await house.software.check()
        return state()

    @get("/api/board/rules/{version:str}/package", media_type="application/zip", right=OVERSEES, scopes=("export",))
    async def package(version: Annotated[str, Parameter(max_length=64)]) -> Response[bytes]:
        """A rules package, with which the rounds that it played can be replayed."""
        body = house.store.rules.package(version)
        if body is None:
            raise Refused(Refusal.NOT_FOUND, f"No rules {version[:12]} are kept here.", "")
        headers = {"Content-Disposition": f'attachment; filename="rules-{version[:12]}.zip"'}
        return Response(body, media_type="application/zip", headers=headers)

    return [rules, check, approve, package]


def _witnessed(house: House) -> list[Any]:
    @post("/api/board/witnesses", status_code=200, right=APPROVES)
    async def name(data: Annotated[NameWitness, Body()], by: By) -> LogKey:
        """The Board says who may sign heads as a witness."""
        try:
            if Verifier(data.vkey).kind != COSIGNATURE_V1:
                raise Refused(Refusal.MALFORMED, "That is the key of a log; a witness has one for cosignatures.", "")
        except ProofFailed as failed:
            raise Refused(Refusal.MALFORMED, f"That is no public key: {failed}", "") from None
        if (data.vkey in house.register.witnesses) is not data.ended:
            words = "is no witness here" if data.ended else "is a witness already"
            raise Refused(Refusal.STALE, f"{data.vkey.partition('+')[0]} {words}.", "")
        await house.register.enter((WitnessEnded if data.ended else WitnessNamed)(data.vkey, by))
        return _log_key(house)

    @post("/api/record/cosignatures", status_code=200, media_type="text/plain", access=EVERYBODY)
    async def cosign(data: Annotated[Cosignature, Body()]) -> Response[str]:
        """A witness adds its signature to the latest head; anybody may bring it, for it is checked."""
        known = [Verifier(vkey) for vkey in house.register.witnesses]
        note = await asyncio.to_thread(house.record.log.cosign, list(data.lines), known, house.store.commit_now)
        return Response(note, media_type="text/plain; charset=utf-8")

    return [name, cosign]


def _log_key(house: House) -> LogKey:
    signer = house.record.log.signer
    return LogKey(signer.name, signer.vkey, tuple(house.register.witnesses), house.record.own_witnesses.vkey)


async def in_pieces(lines: Iterator[bytes]) -> AsyncIterator[bytes]:
    """Read in another thread, a few hundred lines at a time."""
    while piece := await asyncio.to_thread(lambda: b"".join(islice(lines, LINES))):
        yield piece
