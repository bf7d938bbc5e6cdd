"""The floor says who a patron is."""

from pitboss.house.host import patrons, recognized, seats
from pitboss.house.host.command import At, Command, Entries, Index
from pitboss.house.protocol.commands import Word
from pitboss.house.table import entries
from pitboss.procedure import Refusal, Refused


class IdentifyPatron(Command, frozen=True, kw_only=True):
    """Join an unknown patron, who may have left, to an account or a player's card. What they did here before is theirs from now
    on, and nothing in the record is rewritten."""

    right = "identify patron"
    patron: Index = 0
    card: Word = ""  # the credential number of an account, or the number of another card

    def entries(self, at: At) -> Entries:
        table, actor = at.table, self.actor(at)
        here = table.state.seats
        if not self.card:
            raise Refused(Refusal.MALFORMED, "Say who they are: an account or a card, by its number.", patrons.KNOWN)
        if not 1 <= self.patron <= here.patrons_met:
            words = f"There is no patron {self.patron} here; {here.patrons_met} have sat down so far."
            raise Refused(Refusal.NOT_FOUND, words, patrons.KNOWN)
        known = patrons.patron_of(at.host, table, self.patron)
        seats.check_no_staff(at.host, table, self.card)
        person, card = patrons.known_by(at.host, self.card)
        if known is not None and (known.person or known.purse or (known.card and card)):
            words = f"Patron {self.patron} is known already, as {known.name}."
            raise Refused(Refusal.LOCKED, words, patrons.KNOWN)
        if seat := here.seat_of(self.patron):
            if seat in here.sessions:
                words = f"Patron {self.patron} plays on a device of their own, and signs in there."
                raise Refused(Refusal.LOCKED, words, patrons.KNOWN)
            seats.check_one_seat(table, person, card=card)
            seats.check_one_table(at.host, person, card=card)
        name = at.host.house.register.people[person].name if person else ""
        if person:
            at.host.outbox.played += recognized.played_today(at.host, table, self.patron, person)
        yield entries.PatronIdentified(self.patron, actor, name, person, card, at.key)
