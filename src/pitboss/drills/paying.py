"""Pay this: a wager that was settled in a round; how much the dealer hands to the player."""

from pitboss.drills.question import QuestionDraft, Where, one_of
from pitboss.drills.tables import DrillTable, Setting, events_of, scene, titled
from pitboss.drivers.fair import Stream
from pitboss.drivers.round import Round
from pitboss.events import Event, Noted, Paid, Settlement, Wagered, visible
from pitboss.money import Cents, Odds, dollars
from pitboss.procedure import DEALER

ROUNDS = 10  # played at one table before one of their settlements is asked about
Found = list[tuple[list[Event], Settlement, Round]]  # what came before it, and the round it was in
MOSTLY = 6  # so many questions in which a wager won, for one in which it did not


def draft(setting: Setting, stream: Stream) -> QuestionDraft | None:
    """One settlement, each payment (35 to 1, 1 to 1 less vigorish) being as likely as another, however seldom it comes."""
    table = DrillTable(setting, stream, liberal=bool(stream.below(2)))
    found: dict[tuple[str, bool], Found] = {}
    lost: dict[tuple[str, bool], Found] = {}
    for play, moments in table.rounds(ROUNDS):
        events = events_of(moments)
        for at, event in enumerate(events):
            if isinstance(event, Settlement) and _is_decided(event):
                kind = found if isinstance(event, Paid) else lost
                kind.setdefault((event.odds, event.vigorish > 0), []).append((events[:at], event, play))
    chosen = found if found and (stream.below(MOSTLY) or not lost) else lost
    if not chosen:
        return None
    before, settled, play = one_of(chosen[one_of(sorted(chosen), stream)], stream)
    return QuestionDraft(
        topic=topic_of(settled),
        asks=_asks(setting, settled),
        scene=scene([visible(event, DEALER) for event in before if _concerns(event, settled)]),
        choices=(),
        accepted=(dollars(handed(settled)),),
        cites=(settled.cite,),
        follows=(settled,),
        asked_in=Where(play, len(play.history), len(before)),
    )


def handed(settled: Settlement) -> Cents:
    """What goes to the player: the winnings, and the stake unless it stays up, less the vigorish that is taken now."""
    stays = settled.stake if settled.stays else 0
    return settled.returned - stays - settled.taken


def topic_of(settled: Settlement) -> str:
    """The wager, what it pays, and whether vigorish is taken."""
    ends = settled.odds or type(settled).__name__.lower()
    return f"{settled.wager} {ends}" + (" less vigorish" if settled.vigorish else "")


def _is_decided(settled: Settlement) -> bool:
    """Whether wager, stake and outcome decide it: a share of a meter, or of a bank that ran out, depends on more."""
    if not settled.stake:
        return False
    if not isinstance(settled, Paid):
        return True
    try:
        odds = Odds.parse(settled.odds)
    except ValueError:
        return not settled.odds and settled.returned == 2 * settled.stake
    return not settled.against or settled.returned == settled.stake * (1 + odds.net)


def _concerns(event: Event, settled: Settlement) -> bool:
    if isinstance(event, Settlement):
        return False
    if isinstance(event, Wagered | Noted) and event.seat:
        return event.seat == settled.seat
    return True


def _asks(setting: Setting, settled: Settlement) -> str:
    what = titled(setting.game, settled.wager, settled.on, settled.hand)
    outcome = f" Outcome: {settled.outcome}." if settled.outcome else ""
    up = " The wager stays up." if settled.stays else ""
    return (
        f"Seat {settled.seat} has ${dollars(settled.stake)} on {what}.{outcome}{up} "
        "How much do you hand to the player in all, stake included if it comes down, vigorish taken off?"
    )
