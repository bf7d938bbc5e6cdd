"""Somebody takes a seat."""

from typing import Annotated

import msgspec

from pitboss.house.host import money, seats
from pitboss.house.host.command import At, Command, Entries
from pitboss.house.protocol.commands import Amount, Name, Seat, Word
from pitboss.house.storage.seal import new_token, token_hash
from pitboss.house.table import entries

LongKey = Annotated[str, msgspec.Meta(min_length=16, max_length=64, pattern=r"^[\x21-\x7e]+$")]


class TakeSeat(Command, frozen=True, kw_only=True):
    """Asks for a seat; any seat, when none is named. After a lost reply, the same key returns the same seat and token, so
    it has to be long enough not to be guessed."""

    over = "http"
    key: LongKey
    seat: Seat | None = None
    name: Name = ""
    word: Word = ""  # a word of the player's own, which counts in the first shuffle that they see
    amount: Amount = 0  # to buy in with, out of one's purse; 0: as much as is usual at the table, or what is there

    def check_sender(self, at: At) -> None:
        """Anybody may ask for a seat."""

    def entries(self, at: At) -> Entries:
        """A free seat, a rack of play chips, and the token that goes with it. Without chips from the cage the house gives them."""
        host, table, person = at.host, at.table, at.session.person
        if word := " ".join(self.word.split()):
            seats.check_word(word)  # a seat that was taken is not refused any more
        sent = at.chips or seats.Chips("", "", table.state.filing.settings.buy_in)
        seat, player = seats.may_sit(host, self.seat, person, sent.purse), host.house.register.people.get(person)
        name = seats.printable(self.name) or sent.name or (player.name if player is not None else f"Player {seat}")
        token = new_token()
        seats.before_arrival(table)
        session, credential = token_hash(token), player.credential if player is not None else ""
        digits, patron = session[: entries.SESSION_DIGITS], table.state.seats.number_of(credential, sent.purse, "")
        yield entries.Seated(
            seat, name, sent.amount, at.key, credential, None, digits, sent.purse, sent.key, sent.colour, patron,
            payment=money.paid(host, table, sent.amount, purse=sent.purse, brought=sent.brought),
        )  # fmt: skip
        host.presence.sit_down(seat, session)
        chance = table.state.chance
        if word and chance.commitments and seat not in chance.contributed:  # the view shows whether it counted
            yield seats.contributed(table, seat, word, at.key, credential)
        host.presence.out_of_reach[seat] = host.house.clock.elapsed()
        at.reply |= {"seat": seat, "token": token, "rack": table.state.ledger.chips(seat), seats.TRANSFER: sent.key}
