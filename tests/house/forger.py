"""Who rewrites a record and makes every hash right: what the foreign verifier has to find all the same."""

import base64
import hashlib
import json
import re
from collections.abc import Callable
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

ENTRY = re.compile(
    rb'\{"entry":\{"table":"(.+?)","sequence":(\d+),"time":"(.+?)","kind":"(.+?)","payload":(.*),"previous":"(.{64})","hash":"(.{64})"\}\}\n'
)
Lines = list[bytes]
Edit = Callable[[str, str, Any], Any]  # table, kind, payload: another payload, or None to leave the entry out

Date = Callable[[str, int, str], str]  # table, sequence, time: another time


def entry(table: bytes, sequence: bytes, time: bytes, kind: bytes, payload: bytes, previous: bytes) -> bytes:
    """An entry with the hash that it ought to have."""
    hashed = hashlib.sha256(b"\n".join((previous, table, sequence, time, kind, payload))).hexdigest().encode()
    return (
        b'{"entry":{"table":"%s","sequence":%s,"time":"%s","kind":"%s","payload":%s,"previous":"%s","hash":"%s"}}\n'
        % (
            *(table, sequence, time, kind, payload, previous),
            hashed,
        )
    )


class Forger:
    """Who rewrites a record from its beginning, with a key of their own: only what they say of chance gives them away."""

    def __init__(self) -> None:
        self._key = Ed25519PrivateKey.generate()
        typed = b"\x01" + self._key.public_key().public_bytes_raw()
        self._id = hashlib.sha256(b"forger\n" + typed).digest()[:4]
        self.vkey = f"forger+{self._id.hex()}+{base64.b64encode(typed).decode()}"

    def head(self, leaves: Lines) -> str:
        root = base64.b64encode(root_of(leaves)).decode()
        text = f"forger\n{len(leaves)}\n{root}\ntime 2026-01-01T00:00:00.000Z\n"
        signature = base64.b64encode(self._id + self._key.sign(text.encode())).decode()
        return f"{text}\n— forger {signature}\n"

    def forge(self, lines: Lines, edit: Edit, date: Date = lambda table, sequence, time: time) -> Lines:
        made, leaves, journals = [], [], dict[bytes, tuple[int, bytes]]()
        for line in lines[2:-1]:
            found = ENTRY.fullmatch(line)
            if found is None:
                continue  # nothing is withheld any more
            table, _, time, kind, payload, *_ = found.groups()
            changed = edit(table.decode(), kind.decode(), before := json.loads(payload))
            if changed is None:
                continue
            if changed != before:
                payload = json.dumps(changed, ensure_ascii=False, separators=(",", ":")).encode()
            sequence, previous = journals.get(table, (0, b"0" * 64))
            time = date(table.decode(), sequence + 1, time.decode()).encode()
            made.append(entry(table, b"%d" % (sequence + 1), time, kind, payload, previous))
            journals[table] = (sequence + 1, made[-1][-68:-4])
            leaves.append(b"%s %d %s\n" % (table, *journals[table]))
        first = {"record": {"origin": "forger", "vkey": self.vkey, "format": 1}}
        frame = [first, {"begin": {"size": 0, "hashes": []}}, {"checkpoint": self.head(leaves)}]
        record, begin, head = (json.dumps(one, ensure_ascii=False).encode() + b"\n" for one in frame)
        return [record, begin, *made, head]


def root_of(leaves: Lines) -> bytes:
    """As RFC 6962 defines it, from the top."""
    if len(leaves) < 2:
        return hashlib.sha256(b"\x00" + leaves[0] if leaves else b"").digest()
    split = 1 << (len(leaves) - 1).bit_length() - 1
    return hashlib.sha256(b"\x01" + root_of(leaves[:split]) + root_of(leaves[split:])).digest()


def to(at: str, of: str, **changes: Callable[[Any], Any]) -> Edit:
    """Fields of all entries of a kind at the tables of a game, each made into another."""

    def edit(table: str, kind: str, payload: Any) -> Any:
        if kind != of or not table.startswith(at):
            return payload
        return payload | {name: change(payload[name]) for name, change in changes.items() if name in payload}

    return edit


def to_event(of: str, **changes: Callable[[Any], Any]) -> Edit:
    def edit(table: str, kind: str, payload: Any) -> Any:
        events = payload.get("events", [])
        changed = [
            one | {name: change(one[name]) for name, change in changes.items()} if one["event"] == of else one
            for one in events
        ]
        return payload | {"events": changed} if changed != events else payload

    return edit


def to_outcome(at: str, change: Callable[[str], str]) -> Edit:
    def changed(answers: list[Any]) -> list[Any]:
        return [one | {"says": change(one["says"])} if one["by"] == "chance" else one for one in answers]

    return to(at, "step", answers=changed)


def without(at: str, of: str) -> Edit:
    return lambda table, kind, payload: None if kind == of and table.startswith(at) else payload


def another_shuffle(table: str, kind: str, payload: Any) -> Any:
    """The seeds of shuffles chosen freely, and committed to as such."""
    seed = bytes(32)
    if kind == "committed":
        return payload | {"commitment": hashlib.sha256(b"pitboss seed\n" + seed).hexdigest()}
    return payload | {"seed": seed.hex()} if kind == "revealed" and payload["shoe"] else payload


def without_cards(edit: Edit) -> Edit:
    """As well as another change: no card is told, so that none can be wrong."""
    silent = to("go", "step", answers=lambda answers: [one for one in answers if one["by"] != "chance"])

    def both(table: str, kind: str, payload: Any) -> Any:
        return silent(table, kind, edit(table, kind, payload))

    return both


def turned(text: str) -> str:
    return text[::-1]


def more(number: int) -> int:
    return number + 1


CUT = {"event": "cut_made", "position": 1}
CHEATS: dict[str, tuple[Edit, str]] = {
    "seeds of rounds": (to("roulette", "ended", seed=turned), "not the one that was committed to"),
    "seeds of throws": (to("craps", "ended", seed=turned), "not the one that was committed to"),
    "seeds of shuffles": (to("go", "revealed", seed=turned), "not the one that was committed to"),
    "no seed": (to("roulette", "ended", seed=lambda seed: None), "not 32 bytes"),
    "seed of another serial": (to("roulette", "ended", serial=more), "and seed 2 is opened"),
    "pledges": (to("roulette", "pledged", commitment=turned), "in two ways"),
    "rounds of another seed": (to("go", "round", serial=more), "was pledged"),
    "rounds of another commitment": (to("go", "round", commitment=turned), "in two ways"),
    "pledges of shuffles": (to("go", "pledged", shuffle_commitment=turned), "not the one that was committed to"),
    "shuffles of another commitment": (to("go", "committed", commitment=turned), "not the one that was committed to"),
    "shuffles of another source": (to("go", "committed", source=more), "was pledged"),
    "shuffles that were passed over": (to("go", "committed", number=more), "number 2 of its source, not 1"),
    "shuffles chosen freely": (without_cards(another_shuffle), "does not follow from seed"),
    "words at the wheel": (to("roulette", "contributed", word=turned), "and the words give"),
    "words at the deck": (to("go", "contributed", word=turned), "does not follow from seed"),
    "no words at the wheel": (without("roulette", "contributed"), "and the words give"),
    "no words at the deck": (without("go", "contributed"), "does not follow from seed"),
    "pockets": (to_outcome("roulette", lambda says: str((int(says) + 1) % 37)), "and the words give"),
    "throws": (to_outcome("craps", lambda says: "6 6" if says != "6 6" else "1 1"), "and the words give"),
    "cards": (to_outcome("go", lambda says: "2C" if says != "2C" else "2D"), "card [12] of shuffle 3 was"),
    "a cut that was not made": (to("go", "step", events=lambda events: [*events, CUT]), "card 1 of shuffle 3 was"),
}


# --- without any key: entries left out of a file as if they belonged to a round in progress

Withhold = Callable[[Lines, str], Lines]  # the lines of a file, and a table whose rounds are over


def withhold(lines: Lines, table: str, first: int, last: int = 1 << 62) -> Lines:
    """Entries of a table by their hashes only."""
    made = []
    for line in lines:
        found = ENTRY.fullmatch(line)
        if found is not None and found[1].decode() == table and first <= int(found[2]) <= last:
            line = b'{"withheld":{"table":"%s","sequence":%s,"previous":"%s","hash":"%s"}}\n' % (
                *found.group(1, 2, 6, 7),
            )
        made.append(line)
    return made


def sequences(lines: Lines, table: str, kind: str = "") -> list[int]:
    """The numbers of a table's entries that are shown; of one kind, or of all."""
    found = [match for line in lines if (match := ENTRY.fullmatch(line)) is not None]
    return [int(one[2]) for one in found if one[1].decode() == table and kind in ("", one[4].decode())]


def claiming(lines: Lines, table: str, sequence: int) -> Lines:
    """The first line says of a table that the round which began with that entry was in progress; 0: that none was."""
    first = json.loads(lines[0])
    first["record"]["open"] = {**first["record"]["open"], table: sequence}
    if not sequence:
        del first["record"]["open"][table]
    return [json.dumps(first, ensure_ascii=False, separators=(",", ":")).encode() + b"\n", *lines[1:]]


def _last_round(lines: Lines, table: str) -> int:
    return sequences(lines, table, "round")[-1]


def _last_ended(lines: Lines, table: str) -> int:
    return sequences(lines, table, "ended")[-1]


FORGED: dict[str, Withhold] = {
    "the latest rounds": lambda lines, table: withhold(lines, table, sequences(lines, table)[-1] // 2),
    "the last entry": lambda lines, table: withhold(lines, table, sequences(lines, table)[-1]),
    "a round in the middle": lambda lines, table: withhold(
        lines, table, sequences(lines, table, "round")[0] + 1, sequences(lines, table, "ended")[0]
    ),
    "the whole journal": lambda lines, table: withhold(lines, table, 1),
    "everything after a round began": lambda lines, table: withhold(
        lines, table, sequences(lines, table, "round")[0] + 1
    ),
    "the same, and the first line says so": lambda lines, table: claiming(
        withhold(lines, table, sequences(lines, table, "round")[0] + 1), table, sequences(lines, table, "round")[0]
    ),
    "how the last round ended": lambda lines, table: claiming(
        withhold(lines, table, _last_ended(lines, table)), table, _last_round(lines, table)
    ),
    "the house's own journal": lambda lines, table: withhold(lines, "house", sequences(lines, "house")[-1]),
    "the house's own journal, and the first line says so": lambda lines, table: claiming(
        withhold(lines, "house", 2), "house", 1
    ),
    "no list of rounds": lambda lines, table: claiming(
        withhold(lines, table, _last_ended(lines, table)), _withheld_table(lines), 0
    ),
    "a round before the one in progress too": lambda lines, table: withhold(
        lines, _withheld_table(lines), sequences(lines, _withheld_table(lines), "round")[-2] + 1
    ),
    "an entry is shown after others": lambda lines, table: withhold(
        lines, table, sequences(lines, table)[-3], sequences(lines, table)[-2]
    ),
}


def _withheld_table(lines: Lines) -> str:
    """The table whose round really is in progress."""
    return str(next(json.loads(line)["withheld"]["table"] for line in lines if line.startswith(b'{"withheld"')))
