"""The house's own hands: opens rounds, deals, answers for those it answers for, and keeps the table's time."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

import msgspec

from pitboss.house.clock import seconds, set_back
from pitboss.house.host import inspections, readiness, relief, rules_in_force, seats, settling, strays
from pitboss.house.people.limits import Barred
from pitboss.house.storage import store
from pitboss.house.table import entries, pledges, rounds, snapshot, standing
from pitboss.house.table.filing import Settings
from pitboss.house.table.table import Table
from pitboss.journal import AUTOMATIC, Actor
from pitboss.law import edition_of
from pitboss.money import Cents
from pitboss.procedure import DEALER, FLOOR, SYSTEM, Answer, Draw, Election, Refusal, Refused, Who, Window
from pitboss.wagers import close_betting

if TYPE_CHECKING:
    from pitboss.house.host.host import Host

MOST_ANSWERS = 100_000  # by the house in one go; more is a fault in a procedure
WAYPOINTS = 100  # rounds, after which a snapshot is kept: whoever recalls a round waits for so many at most
FORGOTTEN = 1800.0  # seconds after which the seat of a player out of reach is given up


class Dealer:
    """The automatic dealer of one table; at a person-dealt one, the generator and the clock."""

    def __init__(self, host: "Host") -> None:
        self.host = host
        self.ready: set[int] = set()  # players at a practice table who want the round to go on
        self._asked: object = None
        self._asked_at = 0.0
        self._betting_since: float | None = None
        self._betting_limit: tuple[Settings | None, float] = (None, 0.0)  # by the settings that say so
        self._settled_at = float("-inf")
        self.waits = ""  # why betting stays open although it was to close, as a sentence
        self._lingering = False  # a practice table shows the last round until a player goes on
        self._advanced_to = 0  # the entry after which nobody but people was asked, as far as that was seen in this turn

    # --- the round

    def begin(self) -> None:
        """Open the next round."""
        table = self.host.require_table()
        self._pledge(table)
        serial, committed = table.state.chance.pledge
        filing = table.state.filing
        start = rounds.next_start(table)
        edition = edition_of(table.game.chapter, table.rules).name
        table.enter(entries.Began(start, filing.founded.submission, filing.version, serial, committed, edition))
        self._lingering = False
        self.advance()

    def advance(self) -> None:
        """Answer what nobody else is to answer, until someone else is asked."""
        table = self.host.require_table()
        devices = table.state.chance.devices
        for _ in range(MOST_ANSWERS):
            play = table.play.round
            if play is None:
                break
            if devices.unseeded:
                self._commit(table)
            if play.pending is None:
                self._end(table)
                break
            answer = self._answer(table)
            if answer is not None:
                table.house(answer)
            elif not table.put_down():
                break
        else:
            raise AssertionError("the round does not come to an end")
        table.flush()
        self.note_pending()
        self._advanced_to = table.journal.sequence

    def _answer(self, table: Table) -> Answer | None:
        """What the house answers now, or None when it waits for someone."""
        play, settings = table.play.round, table.state.filing.founded.settings
        assert play is not None
        asked = play.pending
        if isinstance(asked, Window):
            return None
        if isinstance(asked, Draw):
            if settings.chance != "generator":
                return None
            chance = table.state.chance
            if chance.devices.wants_seed(asked):
                chance.devices.wants(asked)
                self._commit(table)
            return chance.devices.draw(asked, chance.words)
        for election in play.elections():
            if election.to == SYSTEM:
                return self.host.house.meters.says(election, default(election), self.host)
            if settings.dealer == "automatic" and self._speaks_for(election):
                return automatic(default(election))
            if isinstance(election.to, int) and not self._is_there(table, election):
                return absent(msgspec.structs.replace(_at_no_cost(election), player=election.player))
        return None

    def _is_there(self, table: Table, election: Election) -> bool:
        """Whether the player who is asked is at the table: not somebody else who sits there by now."""
        assert isinstance(election.to, int)
        player = table.state.seats.player(election.to)
        return bool(table.state.seats.holder(election.to)) and election.player in ("", player)

    def _speaks_for(self, election: Election) -> bool:
        """An automatic table answers for its dealer, and for the floor what stands by itself; not that gaming may go on."""
        return election.to == DEALER or (election.to == FLOOR and election.default is not None and not election.waits)

    def _commit(self, table: Table) -> None:
        """Give every shuffled shoe its seed; a table whose outcomes are entered needs none."""
        table.flush()
        for shoe in list(table.state.chance.devices.unseeded):
            if table.state.filing.settings.chance == "generator":
                self._keep(*pledges.commit(table, shoe))
        table.state.chance.devices.unseeded.clear()

    def _pledge(self, table: Table) -> None:
        """Commit to what decides the next round, and to what decides the next shuffle, unless that was done."""
        draws, shuffles = pledges.wants_pledges(table)
        wanted = [table.state.chance.serial + 1 + n for n in range(draws + shuffles)]
        seeds = {serial: self.host.house.entropy(32) for serial in wanted}
        for serial, seed in seeds.items():
            self._keep(serial, seed)
        if seeds:
            pledges.promise(table, seeds, wanted[0] if draws else 0, wanted[-1] if shuffles else 0)

    def _keep(self, serial: int, seed: bytes) -> None:
        """A seed is sealed in the store before anything hangs on it."""
        host = self.host
        body = host.house.store.sealer.seal(seed, f"seed {host.name} {serial}")
        host.outbox.writes.append((store.SECRET, (host.name, serial, body)))

    def _end(self, table: Table) -> None:
        host = self.host
        table.flush()
        allowances = host.house.allowances
        if allowances is not None:
            host.outbox.played += allowances.played_by_all(table)
        table.end()
        row = (
            *(
                host.name,
                table.state.felt.number,
                table.play.first,
                table.journal.sequence,
                table.play.began,
                table.now,
            ),
            *(table.state.felt.results[-1], table.play.wagered, table.play.paid, table.play.void),
        )
        host.outbox.writes.append(host.house.store.marked(store.ROUND, "rounds", row))
        seats.make_moves(host, table)
        if table.play.closing:
            pledges.close(table, table.play.closes_for)
        else:
            self._pledge(table)
        taken = snapshot.take(table)
        body = host.house.store.sealer.seal(taken, f"snapshot {host.name}")
        host.outbox.writes.append((store.SNAPSHOT, (host.name, table.state.felt.number, table.journal.sequence, body)))
        if table.state.felt.number % WAYPOINTS == 0:
            host.outbox.writes.append(
                host.house.store.snapshots.waypoint_write(host.name, table.journal.sequence, taken)
            )
        self._settled_at = host.house.clock.elapsed()
        self._lingering = (
            table.state.filing.settings.practice and not table.state.felt.up
        )  # a game with wagers up goes on

    # --- closing and waiting

    def close_betting(self, table: Table) -> None:
        """Announce no more bets; where nothing can be handed back to make it lawful, betting stays open a while."""
        try:
            strays.hand_back(self.host, table)
            table.house(automatic(close_betting()))  # the clock closes betting, nobody said so
        except Refused as refusal:
            self.waits = str(refusal)
            self._betting_since = self.host.house.clock.elapsed()
            self.ready.clear()
            for seat in table.state.seats.players:
                self.host.outbox.notify(seat, refusal)

    def player_ready(self, table: Table, seat: int) -> None:
        """At a practice table betting closes when everyone who has wagered, and can be reached, is ready.

        A player whose wagers are not allowed by themselves hears it while they can still put it right.
        """
        strays.check_closing(table, seat)
        self.ready.add(seat)
        self._close_if_ready(table)

    def _close_if_ready(self, table: Table) -> None:
        if not self.ready:
            return
        wagering = {table.state.seats.holder(seat) or seat for seat, *_ in table.state.felt.up}
        if not wagering - self.ready - self._absent(table):
            self.close_betting(table)

    def _absent(self, table: Table) -> set[int]:
        """Players who have been out of reach for longer than others need to wait."""
        now, patience = self.host.house.clock.elapsed(), table.state.filing.settings.absence_seconds
        return {seat for seat, since in self.host.presence.out_of_reach.items() if now >= since + patience}

    def take(self, table: Table, answer: Answer, key: str, person: Actor | None = None) -> None:
        """Take an answer for which its player can pay, and which they allow themselves."""
        if isinstance(answer.by, int):
            self.check_allowed(table, answer.by, table.quote(answer), asked=not answer.absent)
        table.answer(answer, key, person)

    def check_allowed(self, table: Table, seat: int, cost: Cents, *, asked: bool = True) -> None:
        """Refuse what a player who signed in does not allow themselves to stake in this round, or in the next where none is in
        progress. ``asked``: by the player, and not by the house for them."""
        allowances, persons = self.host.house.allowances, table.state.seats.persons
        if cost and persons and allowances is not None:
            holder = table.state.seats.holder(seat)
            if player := persons.get(holder):
                allowances.check_answer(table, holder, player, cost, asked=asked)

    def answer_for(self, table: Table, seats: Iterable[Who]) -> None:
        """Answer for the absent: the default, or, where a rack cannot pay for that, the first that it can."""
        assert table.round is not None
        for seat in list(seats):
            for election in table.round.questions(seat):
                for answer in (default(election), *election.lawful()):
                    try:
                        self.take(table, absent(answer), table.step_key())
                        break
                    except Refused as refusal:
                        if refusal.why is not Refusal.NOT_ENOUGH_CHIPS and not isinstance(refusal, Barred):
                            raise

    # --- time

    def set_time(self, table: Table, jump: int = 0) -> None:
        """Tell the table what time it is; one that lies before its last entry is noted, as is a clock that was seen to be set
        (``jump``)."""
        self._advanced_to = 0
        now = self.host.house.clock.stamp()
        table.at(now, jump or -set_back(table.latest, now))

    def note_pending(self) -> None:
        """Look at what is being asked now, and since when."""
        self._advanced_to = 0
        table, now = self.host.table, self.host.house.clock.elapsed()
        play = table.play.round if table is not None else None
        asked = play.pending if play is not None else None
        if asked is not self._asked:
            self._asked, self._asked_at, self._betting_since = asked, now, None
            self.ready.clear()
            self.waits = ""
        if isinstance(asked, Window):
            if self.waits:
                self.waits = _stays_open(asked)
            if table is None or not table.state.felt.up:
                self._betting_since = None
            elif self._betting_since is None:
                self._betting_since = now

    def deadline(self) -> float | None:
        """When betting closes, or when the house answers for those who are asked; in elapsed seconds."""
        table = self.host.table
        play = table.play.round if table is not None else None
        if table is None or play is None or self.host.suspension.sentence:
            return None
        settings = table.state.filing.founded.settings
        if isinstance(play.pending, Window):
            if self._betting_limit[0] is not settings:
                self._betting_limit = (settings, settings.betting_limit)
            limit = self._betting_limit[1]
            return self._betting_since + limit if limit and self._betting_since is not None else None
        if asked := [e for e in play.elections() if isinstance(e.to, int)]:
            patience = settings.election_seconds
            if all(e.courtesy and not e.waits for e in asked) and (patience or self._others_wait(table, asked)):
                patience = min(patience or settings.courtesy_seconds, settings.courtesy_seconds)
            return self._asked_at + patience if patience else None
        return None

    def _others_wait(self, table: Table, asked: Iterable[Election]) -> bool:
        """Where nobody is hurried a courtesy may take its time, unless it keeps someone else from playing."""
        return table.state.filing.settings.dealer == "person" or bool(
            {*table.state.seats.players} - {table.state.seats.holder(e.to) for e in asked}
        )

    def next_deadline(self, now: float) -> float | None:
        """When to look at the clock again."""
        table = self.host.require_table()
        settings, due = table.state.filing.founded.settings, [self.deadline()]
        if table.round is None:
            # for somebody, who rings; not for a moment
            waits = self._lingering or standing.awaits_players(table) or settling.due(table)
            if not waits and not readiness.blocked(self.host):
                due.append(self._settled_at + settings.settled_seconds)
        if table.state.standing.open and not table.state.felt.up:
            due += [now + left for left in readiness.duties_left(self.host, table).values() if left > 0]
        if table.state.filing.scheduled is not None and table.state.filing.scheduled.at:
            left = seconds(table.state.filing.scheduled.at) - self.host.house.clock.seconds()
            due += [now + left] if left > 0 else []
        for since in self.host.presence.out_of_reach.values():
            due += [moment for moment in (since + settings.absence_seconds, since + FORGOTTEN) if moment > now]
        return min([moment for moment in due if moment is not None], default=None)

    def do_what_is_due(self) -> None:
        """Close betting, answer for the absent, change the cards, open the next round: whatever it is time for."""
        table, now = self.host.require_table(), self.host.house.clock.elapsed()
        seated, settings = table.state.seats, table.state.filing.founded.settings
        if self.host.presence.out_of_reach:
            seats.give_up_seats(self.host, table, now - FORGOTTEN)
        if seated.persons:
            seats.give_up_barred(self.host, table)
        if seated.moves and table.round is None:  # the round that they waited for was taken back
            seats.make_moves(self.host, table)
        if table.state.filing.scheduled is not None:
            rules_in_force.come_into_force(self.host, table)
        if not table.state.standing.open:
            return
        if not table.state.felt.up and readiness.is_betting(table):
            self._clear_for_duty(table)
        if not table.state.standing.open:
            return
        if table.round is None:
            if not self._lingering and now >= self._settled_at + settings.settled_seconds:
                self.open_next()
            if table.round is None:
                return
        due, play = self.deadline(), table.play.round
        assert play is not None
        if due is not None and now >= due:
            if isinstance(play.pending, Window):
                self.close_betting(table)
            else:
                self.answer_for(table, [e.to for e in play.elections() if isinstance(e.to, int)])
        elif settings.practice and isinstance(play.pending, Window):
            self._close_if_ready(table)
        if self._advanced_to != table.journal.sequence or table.play.house_answers:
            self.advance()
        if not settings.election_seconds:  # nobody is hurried, and nobody waits for somebody who is gone
            self._answer_for_absent(table)

    def _answer_for_absent(self, table: Table) -> None:
        """Whoever is gone may be asked several things one after the other, and nobody rings for the next."""
        absent_now = self._absent(table) if self.host.presence.out_of_reach else set()
        while absent_now and table.round is not None:
            asked = [e.to for e in table.round.elections() if table.state.seats.holder(e.to) in absent_now]
            if not asked:
                return
            before = len(table.round.history)
            self.answer_for(table, asked)
            self.advance()
            if table.round is not None and len(table.round.history) == before:  # nothing that they can pay for
                return

    def _clear_for_duty(self, table: Table) -> None:
        """Nothing is up: for a duty the round is taken back, or, where chips moved in it, finished first."""
        due = bool(readiness.duties_due(self.host, table))
        if not rounds.is_bound(table):
            if due or table.play.closing:
                rounds.unplay(table, "the table closes" if table.play.closing else "a duty is due")
            if table.play.closing:
                pledges.close(table, table.play.closes_for)
        elif (due or table.play.closing) and table.state.filing.settings.dealer == "automatic":
            self.close_betting(table)
            self.advance()

    def open_next(self) -> None:
        """Open the next round unless something has to be done first; an automatic table does it by itself.

        After an opening or an idle spell the cards are washed, shuffled and offered for the cut when somebody comes.
        """
        table = self.host.require_table()
        if settling.due(table):
            return
        relief.take_over(self.host, table)
        rules_in_force.come_into_force(self.host, table)
        if table.state.standing.open and table.state.filing.settings.dealer == "automatic":
            for duty in readiness.duties_due(self.host, table):
                table.enter(entries.DutyDone(duty.name, AUTOMATIC))
            inspections.sign_automatically(table)
        if readiness.blocked(self.host):
            return
        if standing.awaits_players(table):
            self._pledge(table)  # whoever comes can add a word to the first shuffle that they see
        else:
            self.begin()


def _stays_open(window: Window) -> str:
    """Why betting could not close now, as a sentence; empty if it could."""
    try:
        window.check(close_betting())
    except Refused as refusal:
        return str(refusal)
    return ""


def default(election: Election) -> Answer:
    """What stands when nobody says otherwise, in the plain words in which it will be read from the record."""
    answer = (election.default or election.options[0]).answer(election.to)
    return msgspec.structs.replace(answer, says=str(answer.says), wager=str(answer.wager), on=str(answer.on))


def _at_no_cost(election: Election) -> Answer:
    """What stands for somebody who is gone, and has no rack here: the default, or, where that costs chips, what costs none."""
    lawful = (default(election), *election.lawful())
    return next((answer for answer in lawful if not election.price(answer).amount), lawful[0])


def automatic(answer: Answer) -> Answer:
    """The same, marked as given by the software that deals the table (I-GEN-39)."""
    return msgspec.structs.replace(answer, automatic=True)


def absent(answer: Answer) -> Answer:
    """The same, marked as given by the house for somebody who is not there."""
    return msgspec.structs.replace(answer, absent=True)
