"""Everything that leaves a house while cards lie hidden, searched for them: replies, frames, previews, exports, logs, files.

One table of one game is played in a house under virtual time (``soak.simulation``). Before somebody acts while cards are hidden,
every reader (each player, each role, a stranger) asks every address that can be asked, and what comes back is searched for what
that reader has not been shown: events, faces that no rule names, seeds in any writing, tokens of others.
"""

import asyncio
import base64
import functools
import io
import random
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import msgspec

from pitboss.events import Event, encode
from pitboss.house.protocol.judging import JudgedQuestion
from pitboss.house.storage import backup
from pitboss.house.storage.store import SEALED
from pitboss.house.workers.judge import QuestionAsked
from pitboss.house.workers.request import Request
from pitboss.procedure import Refusal, Refused, Who
from pitboss.roles import Role
from soak.simulation.checks import Checks, Commands
from soak.simulation.faces import AllEyes, Eyes, faces
from soak.simulation.network import Line, request
from soak.simulation.people import signed_in
from soak.simulation.world import World
from tests.house.desk import Desk
from tests.house.sending import seat_wish, take_seat

NAME = "T"
SEATS, SCANS = 3, 3  # players, and scans in a round
PACE = 0.02  # seconds between two requests, so that nobody is told to wait
STRANGER = "stranger"
FIRST_TO_ASK = (
    STRANGER,
    Role.PIT_MANAGER,
    Role.BOARD,
    Role.ADMINISTRATOR,
)  # what stands at an address before any card is dealt
PREVIEWED = (Role.DEALER, Role.FLOORPERSON, Role.SHIFT_MANAGER)
UNAVAILABLE = 503
MATHEMATICS = "/api/tables/{table}/strategy"  # is worked out in another process, which knows the rules only
PAGES = (
    "/",
    f"/table/{NAME}",
    "/audit",
    "/pit",
    "/board",
    "/people",
    "/administration",
    "/filings",
    "/equipment",
    "/work",
)
QUERIES = {"/api/board/evidence": f"?table={NAME}&rounds=1", "/api/record/consistency": "?old=1&size=2"}
SECRET = b'"seen_by":'  # stands in every event that hides something
FRAME, REPLY, PREVIEW, LOG, FILE, BACKUP = "frame", "reply", "preview", "log", "file", "backup"


async def told_back(asked: Request[Any], **how: Any) -> Any:
    """In the place of the process that judges decisions: all that it is told, so that it is searched like any reply."""
    if isinstance(asked, QuestionAsked):
        return JudgedQuestion((), 0, msgspec.json.encode(asked).decode(), (), (), ())
    raise Refused(Refusal.UNAVAILABLE, "Nothing else is worked out here.", "")


_described: list[str] = []  # what can be asked for: of every house the same, and a house takes long to describe it


class Leak(Exception):
    """Something hidden was found: in what, by whom, what."""


class Reader:
    """Somebody who may ask: by the token of a seat, by their own sign-in, or without either."""

    def __init__(self, name: str, token: str = "", cookie: str = "", seat: int = 0) -> None:
        self.name, self.token, self.cookie, self.seat = name, token, cookie, seat


class Sitting(Desk):
    """A table at which players act at random; before each act what is hidden is looked for."""

    def __init__(self, world: World, pick: random.Random, share: float) -> None:
        self.world, self.pick, self.share = world, pick, share
        self.house, self.keys = world.house, iter(range(10**9))
        self.readers = [Reader(STRANGER)]
        self._tokens: list[tuple[Reader, bytes]] = []
        self._eyes, self._encoded = AllEyes(), dict[int, tuple[Event, bytes]]()
        self._unsealed: list[tuple[str, bytes]] = []  # the kind and payload of each entry that lies open in the record
        self._entries = self._read = 0  # of the journal and of the log, that were taken up
        self._words: set[str] = set()  # in the log
        self.asked = Counter[str]()  # by channel
        self.statuses = Counter[int]()
        self.paths: list[str] = []
        self.past: set[bytes] = set()  # events of rounds that are over
        self.named: dict[str, set[str]] = defaultdict(
            set
        )  # by address: faces that stood there before the cards were dealt
        self.found: list[Leak] = []  # in frames
        self.log = io.StringIO()
        self._scanned = (0, 0)
        self._checks = Checks(world, Commands())
        world.watching = self._frame

    # --- opening

    async def begin(self) -> dict[int, Any]:
        """Players sit down, everybody signs in and looks on; the sessions of the players by seat."""
        players = {}
        for _ in range(min(SEATS, self.table(NAME).rules.posted.seats)):
            reply = await take_seat(self.host(NAME), seat_wish(self.key()))
            players[reply["seat"]] = self.house.sessions.of(reply["token"], NAME)
            self.readers.append(Reader(f"seat {reply['seat']}", reply["token"], seat=reply["seat"]))
        for role in Role:
            self.readers.append(Reader(role, cookie=await signed_in(self.world, role)))
        self._tokens = [(one, word.encode()) for one in self.readers for word in (one.token, one.cookie) if word]
        for reader in self.readers:
            line = Line(self.world, NAME, reader.token, reader.cookie)
            self.world.lines.append(line)
        await asyncio.sleep(1.0)
        self.house.workers.ask = told_back  # type: ignore[method-assign, assignment]
        if not _described:
            schema = (await request(self.world.app, "/schema")).json()["paths"]
            _described.extend(path for path, methods in schema.items() if "get" in methods and path != MATHEMATICS)
        self.paths = [*_described, *PAGES]
        everyone, self.readers = self.readers, [one for one in self.readers if one.name in FIRST_TO_ASK]
        await self._ask_all(lambda where, text, reader: self.named[where].update(faces_in(text)), 1.0)
        self.readers = everyone
        return players

    # --- what is hidden

    def ids(self, reader: Reader) -> tuple[Who, ...]:
        return tuple(self.table(NAME).state.seats.held(reader.seat)) if reader.seat else ()

    def eyes(self, reader: Reader | None) -> Eyes:
        """What the events of this round show to a reader and hide; where none is named, to one who sees nothing."""
        return self._eyes.of(self.ids(reader) if reader is not None else (), self.table(NAME).play.events)

    def _secret(self, event: Event) -> bytes:
        """An event as it would be written."""
        known = self._encoded.get(id(event))
        if known is None or known[0] is not event:
            known = self._encoded[id(event)] = (event, encode([event])[1:-1])
            assert SECRET in known[1]
        return known[1]

    def search(self, channel: str, where: str, data: bytes, reader: Reader | None = None) -> None:
        """Look through something that a reader got; without one, through what nobody should learn anything from."""
        self.asked[channel] += 1
        who = reader.name if reader is not None else "a file"
        for event in self.eyes(reader).hidden if SECRET in data else ():
            secret = self._secret(event)
            if secret in data and secret not in self.past:
                raise Leak(f"{channel} {where}, {who}: {secret.decode()}")
        for seed in self.table(NAME).seeds.values():
            for written in _writings(seed):
                if written in data:
                    raise Leak(f"{channel} {where}, {who}: a seed that is not opened")
        for other, token in self._tokens:
            if token in data and other is not reader:
                raise Leak(f"{channel} {where}, {who}: the token of {other.name}")

    def search_faces(self, channel: str, where: str, named: Iterable[str], reader: Reader | None) -> None:
        """No face may be named that this reader has not been shown, unless it stood there before it was dealt, or was dealt in a
        round that is over."""
        eyes = self.eyes(reader)
        secret = {face for face in faces(eyes.hidden) if len(face) > 1}
        found = secret.intersection(named) - eyes.shown.keys() - self.named[where] - self.named["past"]
        if found:
            raise Leak(f"{channel} {where}, {reader.name if reader is not None else 'anyone'}: {sorted(found)}")

    # --- the channels

    def _frame(self, line: Line, text: str) -> None:
        reader = next(
            (one for one in self.readers if one.token == line.token and one.token), Reader("one who looks on")
        )
        self._checks.look(line, text)
        self.found += [Leak(f"{FRAME}: {sentence}") for sentence in self._checks.broken]
        try:
            self.search(FRAME, "", text.encode(), reader)
        except Leak as leak:
            self.found.append(leak)  # it is raised where the sitting is played, not in the midst of the house

    def _raise(self) -> None:
        for leak in self.found:
            raise leak

    async def _ask_all(self, take: Callable[[str, bytes, Reader], None], share: float) -> None:
        """Every reader asks every address, or some of them ask some."""
        size = (await request(self.world.app, "/checkpoint")).body.split(b"\n")[1:2]
        tiles = [f"/tile/{part}.p/{int(size[0])}" for part in ("0/000", "entries/000")] if size else []
        number = str(self.table(NAME).state.felt.number or 1)
        given = defaultdict(lambda: "1", table=NAME, journal=NAME, number=number, cite="617a.5", sequence="2")
        for path in [*self.paths, *tiles]:
            for reader in self.readers:
                if share < 1 and self.pick.random() >= share:
                    continue
                where = path.format_map(given) + QUERIES.get(path, "")
                await asyncio.sleep(PACE)
                reply = await request(self.world.app, where, token=reader.token, cookie=reader.cookie)
                self.statuses[reply.status] += 1
                if reply.status >= 500 and reply.status != UNAVAILABLE:  # what is not worked out here is refused so
                    raise Leak(f"{REPLY} {where}, {reader.name}: {reply.status}")
                take(path, reply.body, reader)

    def _reply(self, where: str, data: bytes, reader: Reader) -> None:
        self.search(REPLY, where, data, reader)
        if not data.startswith(b"%PDF"):  # compressed: any two letters are somewhere in it
            self.search_faces(REPLY, where, faces_in(data), reader)

    async def _previews(self) -> None:
        table = self.table(NAME)
        assert table.round is not None
        could = sorted(table.round.possible(range(1, table.rules.posted.seats + 1)).items())
        for reader in (one for one in self.readers if one.name in PREVIEWED):
            for kind, about in self.pick.sample(could, min(2, len(could))):
                seats = sorted(seat for seat in about if isinstance(seat, int)) if about else []
                report = {"kind": kind} | ({"seat": self.pick.choice(seats)} if seats else {})
                body = {"key": self.key(), "do": "preview", **report} | self.moment(NAME)
                reply = await request(self.world.app, f"/api/tables/{NAME}/do", body, cookie=reader.cookie)
                self.search(PREVIEW, kind, reply.body, reader)
                self.search_faces(PREVIEW, kind, faces_in(reply.body), reader)

    def _files(self) -> None:
        """The database with its log as they lie on the disk, and what in it is not sealed as it was before it was compressed."""
        for file in sorted(self.world.place.iterdir()):
            if file.is_file() and file.suffix != ".key":
                self.search(FILE, file.name, file.read_bytes())
        for entry in self.house.store.entries(NAME, self._entries + 1):
            self._entries = entry.sequence
            if entry.kind not in SEALED:
                self._unsealed.append((entry.kind, bytes(entry.payload)))
        try:  # as one, which is quicker than one by one
            self.search(FILE, "the record", b"\n".join(payload for _, payload in self._unsealed))
        except Leak:
            for kind, payload in self._unsealed:
                self.search(FILE, kind, payload)
            raise
        self.asked[FILE] += len(self._unsealed) - 1
        written = self.log.getvalue()
        self.search(LOG, "", written.encode())
        self._words.update(re.findall(r"[0-9A-Za-z-]+", written[self._read :]))
        self._read = written.rfind("\n") + 1
        self.search_faces(LOG, "", self._words, None)

    def _backup(self) -> None:
        target = self.world.folder / f"backup-{next(self.keys)}"
        backup.make(self.house.store.path, target, with_key=False)
        for file in [target] if target.is_file() else sorted(target.rglob("*")):
            if file.is_file():
                self.search(BACKUP, file.name, file.read_bytes())

    # --- playing

    async def do(self, table: str, session: Any, key: str = "", /, **what: Any) -> dict[str, Any]:
        await self._look()
        self._raise()
        return await super().do(table, session, key, **what)

    async def _look(self) -> None:
        """Once for each state of the hidden cards, a few times in a round."""
        table = self.table(NAME)
        state = (table.state.felt.number, len(self.eyes(None).hidden))
        if table.round is None or not state[1] or state == self._scanned:
            return
        self._scanned = state
        await asyncio.sleep(0.5)  # every line has its view
        if self.asked[f"round {table.state.felt.number}"] < SCANS:
            self.asked[f"round {table.state.felt.number}"] += 1
            await self._ask_all(self._reply, self.share)
            await self._previews()
            self._files()
            if self.asked[BACKUP] < 2:
                self._backup()

    def over(self) -> None:
        """A round is over: what was hidden in it may be told to those whom the rules name."""
        self._raise()
        events = self.table(NAME).play.events
        self.past |= {encode([event])[1:-1] for event in events}
        self.named["past"] |= {*faces(events)}
        self._encoded.clear()


@functools.lru_cache(64)
def _writings(seed: bytes) -> tuple[bytes, ...]:
    """The ways in which somebody may write a seed."""
    written = (seed, seed.hex().encode(), base64.b64encode(seed), base64.urlsafe_b64encode(seed))
    return tuple(dict.fromkeys(one.rstrip(b"=") for one in written))


def faces_in(data: bytes) -> set[str]:
    """Every string that stands by itself in JSON, in lines of it, or as a word of a page."""
    try:
        lines = data.splitlines() if data[:1] == b"{" and b"\n{" in data else [data]
        return {*_leaves([msgspec.json.decode(line) for line in lines])}
    except (ValueError, msgspec.DecodeError):
        if b"\x00" in data[:4096]:
            return set()
        return {*re.findall(r"[0-9A-Za-z-]+", data.decode(errors="replace"))}


def _leaves(values: Iterable[Any]) -> Iterator[str]:
    left = [*values]
    while left:
        value = left.pop()
        if isinstance(value, str):
            yield value
        elif isinstance(value, dict):
            left += value.values()
        elif isinstance(value, list):
            left += value
