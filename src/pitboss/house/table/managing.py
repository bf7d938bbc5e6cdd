"""How a table is managed, as a fold over its journal: its rules and settings, incidents, corrections, who takes over."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

import msgspec

from pitboss.game import Game
from pitboss.house.table import entries
from pitboss.house.table.keeping import Keeping
from pitboss.ledger import CAGE, INVENTORY, OWED, Ledger
from pitboss.money import Cents, dollars
from pitboss.procedure import Refusal, Refused
from pitboss.submission import RulesSubmission, is_hash_of, made_choices, submit

LIMITS = frozenset({"minimum", "maximum", "limits"})  # the choices that settle nothing: what may be wagered from now on
OF_THE_RULES = ("rights", "checklists", "thing_kinds")  # worked out once from the rules
INCIDENTS = 50  # kept at hand; all are in the record


class Owed(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a correction gives to somebody who left, until it is settled; below zero: what they owe. ``seat`` was theirs in
    the round, ``since`` is when it was agreed."""

    number: int
    round: int
    seat: int
    amount: Cents
    name: str
    since: str
    purse: str = ""


class Managing(Keeping):
    """What managers and the floor decide about a table; ``Table`` plays on it."""

    rules: RulesSubmission

    def __init__(self) -> None:
        super().__init__()
        self.state: Any = None
        self.filing = ""  # the filing in force, by its id in the house's register; empty: as founded
        self.in_force_since = ""  # when the rules in force came into force
        self.scheduled: entries.RulesScheduled | None = None
        self.retired = False
        self.incidents: list[entries.IncidentReported] = []
        self.reported = 0  # how many incidents were ever reported
        self.corrections_open: dict[int, entries.CorrectionProposed] = {}
        self.proposed = 0  # how many corrections were ever proposed
        self.corrected_rounds: dict[int, int] = {}  # round → the latest correction that counts for it
        self.owed: list[Owed] = []  # by corrections, and not settled yet
        self.to_purses: list[tuple[int, entries.Payee]] = []  # round, and what a correction of it sent into a purse
        self.relief: list[entries.ReliefQueued] = []
        self.announced: entries.Announcement | None = None

    # --- rules and settings

    def _on_rules_changed(self, made: entries.RulesChanged) -> None:
        """Other rules from the next round on; between rounds, and with nothing on the layout that they could settle."""
        if getattr(self, "round", None) is not None:
            raise Refused(Refusal.DIVERGED, "The rules were changed in the middle of a round.", "601a.2")
        rules = submission_of(self.game, made.choices)
        if not is_hash_of(made.submission, self.game.name, made.choices, rules):
            raise Refused(Refusal.CORRUPT, "The choices do not match the recorded hash.", "601a.2")
        only_limits = differ_in_limits_only(self.founded.choices, made.choices)
        if self.up and not only_limits:
            raise Refused(Refusal.DIVERGED, "The rules were changed under wagers that were up.", "601a.2")
        before = {name: getattr(self, name) for name in OF_THE_RULES}
        if not only_limits:
            check_meters(self.game, self.rules, self.state, rules)
            self.state = keep_devices(self.state, self.game.keep_meters(self.state, self.game.open(rules)))
            self.markers, self.before = {}, {}  # nothing is up, and the next round puts down its own
            self.reopened = True
        self.rules, bounds = rules, self.founded.choices
        self.founded = msgspec.structs.replace(self.founded, choices=made.choices, submission=made.submission)
        if made.filing:
            self.filing = made.filing
            self.founded = msgspec.structs.replace(self.founded, bounds=made.bounds)
        elif not self.founded.bounds:
            self.founded = msgspec.structs.replace(self.founded, bounds=limits_of(bounds))
        self.in_force_since, self.scheduled = self.now, None
        for name in OF_THE_RULES:
            self.__dict__.pop(name, None)
        for checklist in self.checklists:  # what has other items now was not inspected in this form
            if checklist not in before["checklists"]:
                self.signed.pop(checklist.name, None)

    @property
    def bounds(self) -> dict[str, Any]:
        """The limits of the filing in force, within which others may be posted."""
        return self.founded.bounds or limits_of(self.founded.choices)

    def _on_rules_scheduled(self, made: entries.RulesScheduled) -> None:
        self.scheduled = made

    def _on_rules_unscheduled(self, made: entries.RulesUnscheduled) -> None:
        self.scheduled = None

    def _on_settings_changed(self, made: entries.SettingsChanged) -> None:
        self.founded = msgspec.structs.replace(self.founded, settings=made.settings, title=made.title)

    def _on_retired(self, made: entries.Retired) -> None:
        assert not self.open, "a table is retired once it is closed"
        self.retired = True

    # --- what was said and what happened

    def _on_announcement(self, made: entries.Announcement) -> None:
        self.announced = made

    def _on_incident(self, made: entries.IncidentReported) -> None:
        assert made.number == self.reported + 1, f"incident {made.number} does not follow {self.reported}"
        self.reported = made.number
        self.incidents = [*self.incidents, made][-INCIDENTS:]

    # --- corrections of what was settled

    def _on_correction_proposed(self, made: entries.CorrectionProposed) -> None:
        assert made.number == self.proposed + 1, f"correction {made.number} does not follow {self.proposed}"
        self.proposed = made.number
        self.corrections_open[made.number] = made

    def _on_correction_decided(self, made: entries.CorrectionDecided) -> None:
        """Chips move by counter-entries; what the round settled stays in the record as it was (I-GEN-40)."""
        proposed = self.corrections_open.pop(made.number)
        if not made.agreed:
            return
        assert made.by.credential != proposed.by.credential, "a correction takes two persons"
        if made.payees:
            for line, payee in zip(proposed.lines, made.payees, strict=True):
                assert payee.amount == line.amount, "a payee receives what the correction gives"
                self._pay(proposed, line.seat, payee)
        else:
            for line in proposed.lines:
                rack = self.ledger.rack(line.seat) if self.is_still_there(line) else CAGE
                self.ledger.move(INVENTORY, rack, line.amount)
        self.corrected_rounds[proposed.round] = proposed.number

    def _pay(self, proposed: entries.CorrectionProposed, seat: int, payee: entries.Payee) -> None:
        """To the person: into their rack, else into their purse, else owed until it is settled (I-GEN-44)."""
        move_to(self.ledger, payee)
        if payee.transfer:
            assert payee.amount > 0, "nothing is taken from a purse"
            self.to_purses.append((proposed.round, payee))
        elif not payee.seat:
            owed = Owed(proposed.number, proposed.round, seat, payee.amount, payee.name, self.now, payee.purse)
            self.owed.append(owed)

    def owed_by(self, number: int, seat: int) -> Owed | None:
        """What a line of a correction left owed; None where it is settled, or never was."""
        return next((one for one in self.owed if (one.number, one.seat) == (number, seat)), None)

    def _on_owed_settled(self, made: entries.OwedSettled) -> None:
        owed = self.owed_by(made.number, made.seat)
        assert owed is not None, "nothing is owed by this line"
        assert owed.amount == made.amount, "it is settled as it is owed"
        move_owed(self.ledger, made)
        self.owed.remove(owed)

    def is_still_there(self, line: entries.Adjustment) -> bool:
        """Whether the player whom a line of a correction of an earlier version is about sits where they sat."""
        raise NotImplementedError

    # --- who takes over

    def _on_relief_queued(self, made: entries.ReliefQueued) -> None:
        self.relief = [one for one in self.relief if one.role is not made.role]
        if made.person:
            self.relief.append(made)

    def _on_assigned(self, made: entries.Assigned) -> None:
        super()._on_assigned(made)
        self.relief = [one for one in self.relief if (one.person, one.role) != (made.person, made.role)]


def move_to(ledger: Ledger, payee: entries.Payee) -> None:
    """Book what a correction gives to a payee, or takes."""
    account = ledger.rack(payee.seat) if payee.seat else CAGE if payee.transfer else OWED
    ledger.move(INVENTORY, account, payee.amount)


def move_owed(ledger: Ledger, made: entries.OwedSettled) -> None:
    """Book that what was owed was paid, or collected."""
    ledger.move(OWED, ledger.rack(made.to) if made.to else CAGE, made.amount)


def limits_of(choices: Mapping[str, Any]) -> dict[str, Any]:
    """The limits among some choices."""
    return {name: choices.get(name) for name in sorted(LIMITS)}


def submission_of(game: Game, choices: Mapping[str, Any]) -> RulesSubmission:
    """The rules that recorded choices make. Tables with the same choices share one, and all that is worked out from it."""
    return _submitted(game.rules, msgspec.json.encode(made_choices(choices), order="deterministic"))


@lru_cache(maxsize=256)
def _submitted(rules: type[RulesSubmission], choices: bytes) -> RulesSubmission:
    return submit(rules, msgspec.json.decode(choices))


def differ_in_limits_only(before: Mapping[str, Any], after: Mapping[str, Any]) -> bool:
    """Whether two sets of choices settle every wager alike."""
    names = {*before, *after} - LIMITS
    return all(before.get(name) == after.get(name) for name in names)


OUT_OF_ORDER = frozenset({"by_hand", "reader_broken", "shoe_out"})  # what a state says of a device that is out of order


def keep_devices(before: Any, fresh: Any) -> Any:
    """A fresh state in which the devices that are out of order still are: other rules repair none."""
    if not isinstance(fresh, msgspec.Struct) or type(before) is not type(fresh):
        return fresh
    made = {
        name: getattr(before, name)
        if name in OUT_OF_ORDER
        else keep_devices(getattr(before, name), getattr(fresh, name))
        for name in fresh.__struct_fields__
    }
    return msgspec.structs.replace(fresh, **made)


def check_meters(game: Game, old: RulesSubmission, state: Any, new: RulesSubmission) -> None:
    """Refuse rules without a meter to which players have contributed: what is on it is theirs."""
    kept = {meter.name for meter in new.meters}
    for meter in old.meters:
        now = game.meter_states(old, state).get(meter.name)
        if now is not None and meter.name not in kept and now.shown > meter.initial:
            raise Refused(
                Refusal.LOCKED,
                f"The meter {meter.name} shows ${dollars(now.shown)}, more than its initial "
                f"${dollars(meter.initial)}; rules without it would take that from the players.",
                meter.cite,
            )
