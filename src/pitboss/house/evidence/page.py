"""The rounds of a bundle as a page to read: what happened step by step, beside the provision that says so."""

from collections.abc import Iterator, Sequence

from pitboss import catalogue, editions, law
from pitboss.events import Settlement
from pitboss.house.evidence.gathering import Gathered, decoded
from pitboss.house.evidence.replaying import ReplayedRecord
from pitboss.house.evidence.words import EventWords, money
from pitboss.house.table import entries
from pitboss.house.table.recovery import seeds_in
from pitboss.house.table.seats import player_name
from pitboss.journal import Entry, Step
from pitboss.paper.document import BREAK, Block, Document, Words, cite, code, heading, paragraph, table, words
from pitboss.procedure import CHANCE


def rounds_page(
    name: str, founded: entries.Founded, found: Gathered, watched: ReplayedRecord, holder: str, time: str
) -> Document:
    """The page, complete in itself."""
    game = catalogue.games().get(founded.game)
    blocks: list[Block] = [
        paragraph(
            f"Table {name}, {founded.title}. Made {time}. The file entries.jsonl is what was recorded; this page says it in "
            "words. Provisions are summed up in our own words, as the register of today has them.",
            "quiet",
        )
    ]
    for number, (first, last) in found.rounds.items():
        own = [entry for entry in found.entries if first <= entry.sequence <= last]
        wording = EventWords(game, _names(found.entries, last))
        text = editions.in_words(game.chapter, _edition(own, founded)) if game is not None else _edition(own, founded)
        blocks += _round(number, own, found.entries, wording, watched, text)
    later = [entry for entry in found.entries if entry.kind in ABOUT]
    if later:
        blocks += [heading("Incidents and corrections"), table(("Entry", "What"), [_about(entry) for entry in later])]
    blocks += [heading("Entries of this bundle"), _index(found.entries)]
    return Document(
        game=game.title if game is not None else founded.game,
        title=f"Evidence on {'round' if len(found.rounds) == 1 else 'rounds'} {', '.join(map(str, found.rounds))}",
        chapter=game.chapter if game is not None else "",
        holder=holder,
        hash=decoded(next(e for e in reversed(found.entries) if e.kind == "round")).submission,
        blocks=tuple(blocks),
        edition=editions.recorded(game.chapter, _edition(found.entries, founded)) if game is not None else None,
    )


def _edition(found: Sequence[Entry], founded: entries.Founded) -> str:
    """The name of the text that the last of these rounds was played by, as recorded or as filed."""
    began = decoded(next(entry for entry in reversed(found) if entry.kind == "round"))
    return began.edition or str(founded.choices.get("edition") or "")


ABOUT = ("incident", "correction_proposed", "correction_decided", "owed_settled")


def _round(
    number: int,
    own: Sequence[Entry],
    everything: Sequence[Entry],
    wording: EventWords,
    watched: ReplayedRecord,
    text: str,
) -> Iterator[Block]:
    began, ended = decoded(own[0]), decoded(own[-1])
    yield heading(f"Round {number}")
    yield table(
        ("", ""),
        [
            ("Began", own[0].time),
            ("Ended", own[-1].time),
            ("Result", f"{ended.result or '–'}{', void' if ended.void else ''}"),
            ("Wagered", money(ended.wagered)),
            ("Handed back", money(ended.paid)),
            ("Text", text),
            ("Rules filed", _hash(began.submission)),
            ("Rules programmed", _hash(began.version)),
            ("Entries", f"{own[0].sequence} to {own[-1].sequence}"),
            ("Hash of the last", _hash(own[-1].hash)),
        ],
        kind="blanks",
    )
    yield heading("Step by step", 3)
    yield table(("Entry", "What happened", "Provision"), _steps(own, wording))
    settled = [e for entry in own if entry.kind == "step" for e in decoded(entry).events if isinstance(e, Settlement)]
    if settled:
        yield heading("Settlements", 3)
        yield table(
            ("Seat", "Wager", "Staked", "Handed back"),
            [
                (wording.who(e.seat), f"{e.wager} {e.on}".replace("_", " "), money(e.stake), money(e.returned))
                for e in settled
            ],
            numbers=(2, 3),
        )
    yield from _funds(number, wording, watched)
    yield from _seeds(own, everything)


def _steps(own: Sequence[Entry], wording: EventWords) -> Iterator[tuple[object, Words, Words]]:
    for entry in own:
        made, at = decoded(entry), f"{entry.sequence}, {entry.time[11:19]}"
        if isinstance(made, Step):
            by = f"By {made.person}." if made.person is not None else ""
            shown = [answer.says for answer in made.answers if answer.by == CHANCE]
            drawn = f"Chance showed {', '.join(shown)}." if shown else ""
            for line in filter(None, (by, drawn)):
                yield at, words(line), words("")
                at = ""
            for event in made.events:
                gist = law.gist(event.cite)
                yield at, words(wording.sentence(event)), words(cite(event.cite), BREAK if gist else "", gist)
                at = ""
        else:
            yield at, words(entry.kind.replace("_", " ").capitalize()), words("")


def _funds(number: int, wording: EventWords, watched: ReplayedRecord) -> Iterator[Block]:
    funds = watched.funds.get(number)
    if funds is not None and (funds.before or funds.after):
        yield heading("Funds", 3)
        yield table(
            ("Seat", "Before", "After"),
            [
                (wording.who(seat), money(funds.before.get(seat, 0)), money(funds.after.get(seat, 0)))
                for seat in sorted({*funds.before, *funds.after})
            ],
            numbers=(1, 2),
        )


def _seeds(own: Sequence[Entry], everything: Sequence[Entry]) -> Iterator[Block]:
    """Of the round, and of every shuffle that is in the bundle up to its end."""
    opened, last = seeds_in(everything), own[-1].sequence
    rows = []
    for entry in everything:
        if entry.kind in ("round", "committed") and entry.sequence <= last and (entry.kind != "round" or entry in own):
            made = decoded(entry)
            if made.serial:
                seed = _hash(opened[made.serial].hex()) if made.serial in opened else words("not opened yet")
                what = "round" if entry.kind == "round" else f"shuffle of the {made.shoe}"
                rows.append((f"{made.serial}, {what}", _hash(made.commitment), seed))
    if rows:
        yield heading("Commitments and seeds", 3)
        yield table(("Seed", "Committed to before", "Opened afterwards"), rows)


def _hash(digits: str) -> Words:
    """In two lines, so that it fits on a narrow screen and on paper."""
    return words(code(digits[:32]), BREAK, code(digits[32:])) if len(digits) > 32 else code(digits)


def _about(entry: Entry) -> tuple[object, object]:
    made = decoded(entry)
    said = getattr(made, "words", "") or getattr(made, "reason", "")
    agreed = {True: " agreed", False: " dropped", None: ""}[getattr(made, "agreed", None)]
    return (
        f"{entry.sequence}, {entry.time}",
        f"{entry.kind.replace('_', ' ').capitalize()} {made.number}{agreed}, by {made.by}. {said}",
    )


def _index(everything: Sequence[Entry]) -> Block:
    rows = [(entry.sequence, entry.time, entry.kind.replace("_", " "), _hash(entry.hash)) for entry in everything]
    return table(("Entry", "Time", "Kind", "Hash"), rows)


OF_SEATS = ("seated", "seat_moved", "boxed", "patron_identified")


def _names(everything: Sequence[Entry], last: int) -> dict[int, str]:
    """Who sat where in a round, up to its last entry, by what the bundle has of it: name and number of the patron. The name is that
    of whoever they turned out to be."""
    sat: dict[int, tuple[str, int]] = {}
    known: dict[int, str] = {}
    for entry in everything:
        made = decoded(entry) if entry.kind in OF_SEATS else None
        if isinstance(made, entries.PatronIdentified):
            known[made.patron] = made.name or f"card {made.card}"
        elif entry.sequence > last:
            continue
        elif isinstance(made, entries.Seated):
            sat[made.seat] = made.known_as or made.name, made.patron
        elif isinstance(made, entries.SeatMoved):
            sat[made.to] = sat.pop(made.seat, ("", 0))
        elif isinstance(made, entries.Boxed):
            sat[made.seat] = sat.get(made.holder, ("", 0))
    return {
        seat: f"{known.get(patron, name)}, {player_name(patron)}" if patron else name
        for seat, (name, patron) in sat.items()
    }
