"""One table's journal, folded to what moved its meters and to the awards of its progressive wagers.

Pure: no clock, no database. What a meter should have moved by is worked out from the wagers, the settlements and the filing; what
it did move by is in the record. ``book`` holds the two against each other. The round in progress is folded as it goes, because
the papers of an award are made before its cards are taken up; nothing of it is shown that everybody may not see.
"""

import re
from collections.abc import Iterator
from typing import Any

import msgspec

from pitboss import catalogue
from pitboss.events import (
    Attested,
    Collected,
    Dealt,
    Elected,
    Event,
    MeterMoved,
    Paid,
    Revealed,
    Settlement,
    Wagered,
    Withdrawn,
    visible,
)
from pitboss.families.progressive import AWARD, CONTRIBUTION, VERIFIED, VOID, contribution
from pitboss.house.progressives.thresholds import LEAST_SLIP
from pitboss.house.table import entries
from pitboss.house.table.entries import Settings
from pitboss.house.table.filing import submission_of
from pitboss.house.table.seating import follow, seating
from pitboss.house.table.seats import Patron
from pitboss.journal import AUTOMATIC, Entry, Step
from pitboss.meters import MICRO, Meter
from pitboss.money import Cents, dollars
from pitboss.procedure import FLOOR
from pitboss.submission import RulesSubmission

OF_METER = re.compile(r"(\d+)% of meter")
DOCUMENTED = "documented"
SAID = {
    VERIFIED: "verified the award",
    DOCUMENTED: "completed the documents",
}  # what a floorperson elects, as words


class MeterId(msgspec.Struct, frozen=True, order=True):
    """A meter of one table, or one that the tables of a group share."""

    name: str  # as it is filed
    table: str = ""
    link: str = ""

    @property
    def wager(self) -> str:
        """The wager that plays for it; behind it a common meter names its paytable and group."""
        return self.name.split()[0]

    def __str__(self) -> str:
        parts = (self.table, self.name) if self.table else ("linked", self.link, *self.name.split())
        return ".".join(part for part in parts if part)


class MeterFiled(msgspec.Struct, frozen=True):
    """From now on a table plays for this meter, on these terms; ``meter`` is None where it does so no longer."""

    time: str
    table: str
    id: MeterId
    meter: Meter | None
    game: str = ""
    choices: dict[str, Any] = {}
    practice: bool = False


class MeterMovement(msgspec.Struct, frozen=True):
    """A movement of a meter as it is recorded, in micro-cents, and what wagers and filing say of it."""

    time: str
    table: str
    round: int
    id: MeterId
    why: str
    before: int
    after: int
    due: int = 0  # of a contribution, or of one that is taken back
    reserve: int = 0  # what went to the reserve with it, or came back
    stake: Cents = 0


class MeterCheck(msgspec.Struct, frozen=True):
    """What the settlements of a seat say beside its movements: a difference in micro-cents, and what it is, in words. What was
    won at fixed odds is no difference: only how much it was."""

    time: str
    table: str
    round: int
    id: MeterId
    contributions: int = 0
    awards: int = 0
    fixed: Cents = 0
    words: str = ""


class AwardVerified(msgspec.Struct, frozen=True):
    """Somebody verified an award, or completed its documents."""

    what: str
    by: str
    credential: str
    time: str
    cite: str


class Award(msgspec.Struct, frozen=True):
    """What a progressive wager won: a part of the meter, an award at fixed odds, or both."""

    table: str
    round: int
    seat: int
    wager: str
    meter: MeterId
    game: str
    time: str
    stake: Cents
    amount: Cents  # all that is handed over
    of_meter: Cents  # the part of it that was taken off the meter
    odds: str
    hand: str
    cite: str
    by_table: bool  # paid out of the table inventory; else by the cage
    percent: int = 0
    cards: tuple[str, ...] = ()
    verified: tuple[AwardVerified, ...] = ()
    documented: bool = False
    patron: int = 0
    name: str = ""
    person: str = ""
    card: str = ""
    corrections: tuple[int, ...] = ()  # of this round, by number
    practice: bool = False
    choices: dict[str, Any] = {}  # the rules by which it was played
    title: str = ""  # what the table is called

    @property
    def id(self) -> str:
        """Table, round, seat and wager: nothing is awarded twice under it."""
        return f"{self.table}.{self.round}.{self.seat}.{self.wager}"


Item = MeterFiled | MeterMovement | MeterCheck


def is_jackpot(award: "Award") -> bool:
    """Whether an award may need a paper: a part of a meter, or as much as was ever a threshold. The others are only summed up."""
    return bool(award.of_meter) or award.amount >= LEAST_SLIP


class _Round:
    """What is gathered of a round until it is over."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.up: dict[tuple[int, str], Cents] = {}
        self.put: dict[tuple[int, str], tuple[int, int]] = {}  # by seat and meter: to the meter, to the reserve
        self.settled: dict[tuple[int, str], Cents] = {}  # stakes that were paid or collected
        self.won: dict[tuple[int, str], Cents] = {}  # by seat and meter: what was taken off it
        self.cards: dict[int, list[str]] = {}
        self.verified: dict[int, list[AwardVerified]] = {}
        self.awards: list[str] = []


class TableMeters:
    """The meters of one table; ``take`` gives what an entry says of them, ``awards`` has what was won."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.last = 0  # the last entry that was folded
        self.awards: dict[str, Award] = {}
        self._game, self._title, self._choices, self._settings = "", "", dict[str, Any](), Settings()
        self._filed: dict[str, tuple[MeterId, Meter]] = {}  # by the wager that plays for it
        self._seating = seating(name)
        self._round = _Round(0)

    def take(self, entry: Entry) -> Iterator[Item]:
        """Fold an entry; entries come in their order."""
        self.last = entry.sequence
        decoder = entries.DECODERS.get(entry.kind)
        if decoder is None or (entry.kind == "step" and not self._filed):
            return
        made: Any = decoder.decode(entry.payload)
        if isinstance(made, entries.CorrectionDecided) and made.agreed:
            self._corrected(made.number)
        follow(self._seating, entry, made)
        match made:
            case entries.Founded():
                self._game, self._title = made.game, made.title
                yield from self._file(entry.time, made.choices, made.settings)
            case entries.RulesChanged():
                yield from self._file(entry.time, made.choices, self._settings)
            case entries.SettingsChanged():
                self._title = made.title
                yield from self._file(entry.time, self._choices, made.settings)
            case entries.Began():
                self._round = _Round(made.start.number)
            case entries.Ended():
                yield from self._ended(entry.time)
            case entries.PatronIdentified():
                self._identified(made)
            case Step():
                yield from self._step(entry.time, made)

    # --- what is filed

    def _file(self, time: str, choices: dict[str, Any], settings: Settings) -> Iterator[Item]:
        rules: RulesSubmission = submission_of(catalogue.game(self._game), choices)
        self._choices, self._settings, before = choices, settings, self._filed
        self._filed = {}
        for meter in rules.meters:
            place = {"link": settings.link} if meter.linked else {"table": self.name}
            known = MeterId(meter.name, **place)
            self._filed[known.wager] = known, meter
        here = {known for known, _ in self._filed.values()}
        for known, _ in before.values():
            if known not in here:
                yield MeterFiled(time, self.name, known, None)
        for known, meter in self._filed.values():
            if (known, meter) != before.get(known.wager):
                yield MeterFiled(time, self.name, known, meter, self._game, choices, settings.practice)

    # --- a round

    def _step(self, time: str, step: Step) -> Iterator[Item]:
        for event in step.events:
            match event:
                case Wagered() | Withdrawn() if event.wager in self._filed:
                    by = event.amount if isinstance(event, Wagered) else -event.amount
                    up = self._round.up
                    up[event.seat, event.wager] = up.get((event.seat, event.wager), 0) + by
                case MeterMoved():
                    yield self._moved(time, event)
                case Settlement() if event.wager in self._filed:
                    yield from self._settled(time, event)
                case Dealt() | Revealed():
                    self._seen(event)
                case Attested() | Elected():
                    self._verified(time, event, step)

    def _moved(self, time: str, event: MeterMoved) -> MeterMovement:
        now = self._round
        known, meter = self._filed[MeterId(event.meter).wager]
        key, due, kept, stake = (event.seat, known.wager), 0, 0, 0
        put, reserved = now.put.get(key, (0, 0))
        if event.why == CONTRIBUTION:
            stake = now.up.get(key, 0)
            due = contribution(stake, meter.rate) - put
            kept = contribution(stake, meter.reserve_rate) - reserved
            now.put[key] = put + due, reserved + kept
        elif event.why == VOID:
            due, kept = -put, -reserved
            now.put[key] = 0, 0
        elif event.why == AWARD:
            now.won[key] = now.won.get(key, 0) + (event.before - event.after) // MICRO
        return MeterMovement(time, self.name, now.number, known, event.why, event.before, event.after, due, kept, stake)

    def _settled(self, time: str, event: Settlement) -> Iterator[Item]:
        now, key = self._round, (event.seat, event.wager)
        if isinstance(event, Paid | Collected):
            now.settled[key] = now.settled.get(key, 0) + event.stake
        if not isinstance(event, Paid):
            return
        known, _ = self._filed[event.wager]
        part = OF_METER.search(event.odds)
        taken = now.won.pop(key, 0)
        if part is None or taken == 0 or taken > event.returned or (event.odds == part[0] and taken != event.returned):
            claimed = event.returned if part is not None else 0
            if claimed != taken:
                words = (
                    f"round {now.number}, seat {event.seat}: ${dollars(claimed)} was paid as a part of the meter, "
                    f"${dollars(taken)} was taken off it"
                )
                yield MeterCheck(time, self.name, now.number, known, awards=(claimed - taken) * MICRO, words=words)
        if event.returned > taken:
            yield MeterCheck(time, self.name, now.number, known, fixed=event.returned - taken)
        award = self._award(time, event, taken, int(part[1]) if part else 0)
        self.awards[award.id] = award
        now.awards.append(award.id)

    def _award(self, time: str, event: Paid, of_meter: Cents, percent: int) -> Award:
        seats, now = self._seating.state.seats, self._round
        holder = seats.holder(event.seat)
        who = seats.patron_at(holder) if holder else Patron("")
        verified = tuple(now.verified.get(event.seat, ()))
        return Award(
            table=self.name,
            round=now.number,
            seat=event.seat,
            wager=event.wager,
            meter=self._filed[event.wager][0],
            game=self._game,
            time=time,
            stake=event.stake,
            amount=event.returned,
            of_meter=of_meter,
            odds=event.odds,
            hand=event.outcome,
            cite=event.cite,
            by_table=not event.against,
            percent=percent,
            cards=tuple(now.cards.get(event.seat, ())),
            verified=verified,
            documented=any(one.what == SAID[DOCUMENTED] for one in verified),
            patron=seats.patron(event.seat),
            name=who.name,
            person=who.person,
            card=who.card,
            practice=self._settings.practice,
            choices=self._choices,
            title=self._title,
        )

    def _seen(self, event: Event) -> None:
        """The cards of a seat, as everybody sees them; those that are turned take the place of those that were dealt."""
        shown = visible(event)
        if isinstance(shown, Revealed) and isinstance(shown.of, int) and all(shown.cards):
            self._round.cards[shown.of] = list(shown.cards)
        elif isinstance(shown, Dealt) and isinstance(shown.to, int) and shown.card:
            self._round.cards.setdefault(shown.to, []).append(shown.card)

    def _verified(self, time: str, event: Attested | Elected, step: Step) -> None:
        if isinstance(event, Attested):
            seat, what = event.seat, event.what
        else:
            seat, what = int(event.on) if event.on.isdecimal() else 0, SAID.get(event.says, "")
            what = what if event.by == FLOOR else ""
        if not seat or not what:
            return
        by = AUTOMATIC if event.automatic or step.person is None else step.person
        made = AwardVerified(what, by.name, by.credential, time, event.cite)
        self._round.verified.setdefault(seat, []).append(made)
        for award in self._awards_of(seat):
            documented = award.documented or what == SAID[DOCUMENTED]
            verified = (*award.verified, made)
            self.awards[award.id] = msgspec.structs.replace(award, verified=verified, documented=documented)

    def _awards_of(self, seat: int) -> list[Award]:
        return [award for id in self._round.awards if (award := self.awards[id]).seat == seat]

    def _ended(self, time: str) -> Iterator[Item]:
        """Whatever was staked and not handed back has contributed; whatever was taken off a meter was paid."""
        now = self._round
        for wager, (known, meter) in self._filed.items():
            for seat, at in {*now.put, *now.settled, *now.won}:
                if at != wager:
                    continue
                stake = now.settled.get((seat, wager), 0)
                missing = contribution(stake, meter.rate) - now.put.get((seat, wager), (0, 0))[0]
                if missing:
                    words = f"round {now.number}, seat {seat}: ${dollars(stake)} was wagered and did not move the meter as filed"
                    yield MeterCheck(time, self.name, now.number, known, contributions=missing, words=words)
                if taken := now.won.get((seat, wager), 0):
                    words = (
                        f"round {now.number}, seat {seat}: ${dollars(taken)} was taken off the meter and paid to nobody"
                    )
                    yield MeterCheck(time, self.name, now.number, known, awards=-taken * MICRO, words=words)
        for id in now.awards:
            if not is_jackpot(self.awards[id]):
                del self.awards[id]
        self._round = _Round(now.number)

    # --- what is learned later

    def _corrected(self, number: int) -> None:
        found = self._seating.state.disputes.corrections_open[number].round
        for award in [one for one in self.awards.values() if one.round == found]:
            self.awards[award.id] = msgspec.structs.replace(award, corrections=(*award.corrections, number))

    def _identified(self, made: entries.PatronIdentified) -> None:
        for award in [one for one in self.awards.values() if one.patron == made.patron and made.patron]:
            self.awards[award.id] = msgspec.structs.replace(
                award,
                name=made.name or award.name,
                person=made.person or award.person,
                card=made.card or award.card,
            )
