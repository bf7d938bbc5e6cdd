"""What every game dealt from a shoe does with its shoe; a chapter's tests call these under its own provisions."""

from collections.abc import Sequence
from typing import Any, Protocol

import msgspec
import pytest

from pitboss import catalogue, law
from pitboss.drivers.round import Round
from pitboss.equipment.cards import DECK
from pitboss.equipment.shoe import ShoeState
from pitboss.events import Burned, CutMade, Dealt, Event, Marked, Shuffled
from pitboss.families.shoe_law import ShoeLaw
from pitboss.game import DEALER_OR_FLOOR, FLOOR_ONLY, Game, RoundStart, When
from pitboss.journal import Report
from pitboss.procedure import DEALER, Answer, Draw, Election, Refused, Window
from pitboss.roles import Role
from pitboss.submission import RulesSubmission, file_submission, submit
from pitboss.testkit.tables import Played, deal, fault, play, refused
from pitboss.wagers import close_betting

BURN = "2C"


class Named(Protocol):
    """A game under test."""

    @property
    def name(self) -> str: ...


class ShoeGame(msgspec.Struct, frozen=True):
    """A game with one player's shortest round: the wager, its cards after the burn, the answers."""

    name: str
    law: ShoeLaw
    closed: str
    wager: str
    cards: str
    answers: str = ""
    count: int = 312
    needs: int = 0  # how many more cards it can take at most when its first one is dealt

    @property
    def drawn(self) -> int:
        return len(self.cards.split())

    def round(self, cards: str = "", faults: list[dict[str, Any]] | None = None, burn: str = BURN, **rest: Any) -> dict[str,
        Any]:  # fmt: skip
        return deal(self.wager, f"{burn} {cards or self.cards}", self.answers, faults, **rest)

    def play(self, *rounds: dict[str, Any], **submission: Any) -> Played:
        return play(self.name, *rounds, **submission)

    def begin(self, start: RoundStart, shoe: ShoeState | None = None, **choices: Any) -> Round:
        """A round of this game, at its first question."""
        game = catalogue.game(self.name)
        rules = submit(game.rules, choices)
        state = game.open(rules)
        if shoe is not None:
            state = msgspec.structs.replace(state, shoe=shoe)
        return Round(game, rules, state, start)


def default(round_: Round) -> list[Event]:
    """Let a courtesy stand."""
    (election,) = round_.elections()
    assert election.courtesy
    assert election.default is not None
    return round_.answer(election.default.answer(election.to))


def asked(round_: Round) -> Election:
    assert isinstance(round_.pending, Election)
    return round_.pending


def betting_open(game: ShoeGame) -> Round:
    """A round of a new table with its first shoe ready and betting open."""
    round_ = game.begin(RoundStart(1))
    while not isinstance(round_.pending, Window):
        if isinstance(round_.pending, Draw):
            round_.answer(Answer("chance", BURN))
        else:
            default(round_)
    return round_


def cards_inspected(round_: Round) -> None:
    """Dealer and floor say that they inspected new decks, where they are asked."""
    while asked(round_).kind in ("new decks", "inspection of the new decks"):
        default(round_)


def offers(round_: Round) -> list[Any]:
    """To whom the cut is offered, one after the other, when all seats decline."""
    found = []
    cards_inspected(round_)
    while asked(round_).kind == "cut":
        found.append(asked(round_).to)
        if asked(round_).to == DEALER:
            break
        round_.answer(Answer(asked(round_).to, "decline_cut"))
    return found


def play_out(game: ShoeGame, round_: Round, cards: list[str], reports: dict[int, Report]) -> list[Event]:
    """One player's round to its end; a report comes when so many cards are out."""
    seat, wager, amount = game.wager.split()
    waiting, drawn, events, due = iter(cards), 0, list(round_.events), dict(reports)
    while not round_.closed:
        if isinstance(round_.pending, Window):
            events += round_.answer(Answer(int(seat), "wager", wager, "", int(amount) * 100))
            events += round_.answer(close_betting())
        elif isinstance(round_.pending, Draw):
            if drawn in due:
                events += round_.report(due.pop(drawn))
                continue
            events += round_.answer(Answer("chance", next(waiting)))
            drawn += 1
        elif asked(round_).courtesy:
            events += default(round_)
        else:
            events += round_.answer(asked(round_).options[0].answer(asked(round_).to))
    return events


def named_events(played: Played, *kinds: str) -> list[tuple[str, str]]:
    return [(e["event"], e["cite"]) for e in played.events if e["event"] in kinds]


# --- a new shoe ----------------------------------------------------------------------------------------------


def opens_with_shuffle_cut_cover_and_burn(game: ShoeGame) -> None:
    """Shuffle, cut, cover card, burn, in this order, before betting; only at the opening."""
    played = game.play(game.round(), game.round(burn="")).ok()
    law = game.law
    assert named_events(played, "shuffled", "cut_made", "marked", "burned") == [
        ("shuffled", law.shuffle), ("cut_made", law.cut), ("marked", law.cover), ("burned", law.burn),
    ]  # fmt: skip
    assert played.events_of("shuffled")[0]["count"] == game.count
    kinds = [e["event"] for e in played.events]
    assert kinds.index("burned") < kinds.index("wagered")


def no_player_accepts_and_the_dealer_cuts(game: ShoeGame) -> None:
    """The cut is a courtesy: the seat may take it or leave it; left by all, it is the dealer's."""
    assert game.play(game.round()).events_of("cut_made")[0]["by"] == DEALER
    cut = {**game.round(), "answers": [{"seat": 1, "answer": {"cut": 100}}, *game.round()["answers"]]}
    (made,) = game.play(cut).ok().events_of("cut_made")
    assert (made["by"], made["position"], made["cite"]) == (1, 100, game.law.cut)
    round_ = game.begin(RoundStart(1, seated=(3,)))
    assert asked(round_).cite == game.law.offer
    with pytest.raises(Refused) as caught:
        round_.answer(Answer(DEALER, "cut", amount=100))
    assert caught.value.why == "not_your_turn"


def first_to_arrive_cuts_at_the_opening(game: ShoeGame) -> None:
    """A game that begins offers the cut to the first player, then the dealer cuts."""
    assert offers(game.begin(RoundStart(1, seated=(3, 1, 2)))) == [3, DEALER]


def cover_card_decides_who_cuts(game: ShoeGame) -> None:
    """The seat where the cover card appeared, then from the dealer's right."""
    spent = ShoeState(shuffled=True, spent=True, cover_at=2)
    assert offers(game.begin(RoundStart(5, seated=(1, 4, 2, 3)), spent)) == [2, 4, 3, 1, DEALER]
    assert offers(game.begin(RoundStart(5, seated=(1, 4)), spent)) == [4, 1, DEALER]
    round_ = game.begin(RoundStart(1, seated=(1,)))
    play_out(game, round_, [BURN, *game.cards.split()], {1: Report("cover_card")})
    assert round_.result.shoe.cover_at == 1
    assert offers(game.begin(RoundStart(2, seated=(4, 1, 2)), round_.result.shoe)) == [1, 4, 2, DEALER]


def cut_is_of_the_player(game: ShoeGame) -> None:
    """The player on whose area it appeared cuts, wherever they sit now; who took the seat has no such right (I-GEN-43)."""
    round_ = game.begin(RoundStart(1, seated=(1, 2), players=("A", "B")))
    play_out(game, round_, [BURN, *game.cards.split()], {1: Report("cover_card")})
    shoe = round_.result.shoe
    assert (shoe.cover_at, shoe.cover_player) == (1, "A")
    for players, order in (("ABC", [1, 4, 2]), ("BAC", [2, 4, 1]), ("DBC", [4, 2, 1])):  # stays, is moved, has left
        start = RoundStart(2, seated=(1, 2, 4), players=tuple(players))
        assert offers(game.begin(start, shoe)) == [*order, DEALER]
    spent = ShoeState(shuffled=True, spent=True, cover_at=2)  # of a player without a name
    assert offers(game.begin(RoundStart(2, seated=(2, 4), players=("B", "2")), spent)) == [4, 2, DEALER]


def far_right_cuts_otherwise(game: ShoeGame) -> None:
    """With the cover card on no player's area the offer starts at the dealer's right and goes counterclockwise."""
    spent = ShoeState(shuffled=True, spent=True)
    assert offers(game.begin(RoundStart(5, seated=(1, 4, 2)), spent)) == [4, 2, 1, DEALER]


def cut_is_ten_from_either_end(game: ShoeGame) -> None:
    """Nine cards from an end is no cut; ten is."""
    count = game.count
    for seated, by in (((3,), 3), ((), DEALER)):
        for at, ok in ((9, False), (10, True), (count - 10, True), (count - 9, False)):
            round_ = game.begin(RoundStart(1, seated=seated))
            if ok:
                events = round_.answer(Answer(by, "cut", amount=at))
                assert events == [CutMade(by, at, cite=game.law.cut)]
            else:
                with pytest.raises(Refused) as caught:
                    round_.answer(Answer(by, "cut", amount=at))
                assert caught.value.why == "not_lawful"


def cover_card_lies_a_quarter_in(game: ShoeGame) -> None:
    """A quarter of the shoe or more lies beneath the cover card; the default is exactly a quarter."""
    quarter = game.count // 4
    for at, ok in ((quarter - 1, False), (quarter, True), (game.count - 1, True), (game.count, False)):
        round_ = game.begin(RoundStart(1))
        default(round_)
        if ok:
            (event,) = round_.answer(Answer(DEALER, "cover_card", amount=at))
            assert event == Marked("cover card", f"{at} from the bottom", cite=game.law.cover)
        else:
            with pytest.raises(Refused) as caught:
                round_.answer(Answer(DEALER, "cover_card", amount=at))
            assert (caught.value.why, caught.value.cite) == ("not_lawful", game.law.cover)
    assert game.play(game.round()).events_of("marked")[0]["at"] == f"{quarter} from the bottom"


def floor_may_have_the_cards_recut(game: ShoeGame) -> None:
    """After a cut and before the shoe is loaded: the one who cut, or the next entitled, cuts again."""
    assert game.law.improper_cut is not None
    spent = ShoeState(shuffled=True, spent=True)
    for facts, after in (({}, [4, 2, 1, DEALER]), ({"next_player": True}, [2, 1, DEALER])):
        round_ = game.begin(RoundStart(5, seated=(1, 4, 2)), spent)
        with pytest.raises(Refused):
            round_.report(Report("recut_ordered"))  # nothing has been cut yet
        round_.answer(Answer(4, "cut", amount=50))
        (event,) = round_.report(Report("recut_ordered", facts=dict(facts)))
        assert event.cite == game.law.improper_cut.cite
        assert offers(round_.replica()) == after
    by_dealer = game.begin(RoundStart(1))
    default(by_dealer)
    by_dealer.report(Report("recut_ordered"))
    assert asked(by_dealer).to == DEALER
    default(by_dealer)
    default(by_dealer)
    with pytest.raises(Refused):
        by_dealer.report(Report("recut_ordered"))  # the cards are in the shoe


def burn_is_unseen_and_each_new_dealer_burns(game: ShoeGame) -> None:
    """One card for each new shoe and one for each new dealer, face down, seen by nobody."""
    played = game.play(game.round(), game.round(burn="3D", new_dealer=True), game.round(burn="")).ok()
    assert [(e["card"], e["seen_by"], e["cite"]) for e in played.events_of("burned")] == [
        (BURN, [], game.law.burn), ("3D", [], game.law.burn),
    ]  # fmt: skip
    assert len(game.play(game.round(burn="3D 4D", new_dealer=True)).ok().events_of("burned")) == 2
    assert Burned(BURN, cite="", seen_by=()).hidden() == Burned("", cite="")


# --- the cover card ------------------------------------------------------------------------------------------


def cover_card_ends_the_shoe_after_the_round(game: ShoeGame) -> None:
    """Reported as first card or later, it is set aside, the round is finished, and the next one has a new shoe."""
    for after in range(1, game.drawn + 1):
        played = game.play(game.round(faults=[fault("cover_card", after)]), game.round()).ok()
        aside = [e for e in played.events_of("marked") if e["at"] == "aside"]
        assert [e["cite"] for e in aside] == [game.law.cover_out.cite]
        assert [e["count"] for e in played.events_of("shuffled")] == [game.count] * 2
        assert len(played.events_of("burned")) == 2


def cover_card_comes_out_by_itself(game: ShoeGame) -> None:
    """With two cards above it, burn and first card, it comes out before the third, and the shoe is done after the round."""
    place = {"by": "dealer", "answer": {"cover_card": game.count - 2}}
    first = {**game.round(), "answers": [place, *game.round()["answers"]]}
    played = game.play(first, game.round()).ok()
    events = [(e["event"], e.get("at")) for e in played.events if e["event"] in ("dealt", "marked", "shuffled")]
    assert events[:5] == [
        ("shuffled", None), ("marked", f"{game.count - 2} from the bottom"), ("dealt", None), ("marked", "aside"), ("dealt", None),
    ]  # fmt: skip
    assert len(played.events_of("shuffled")) == 2


def cover_card_first_in_the_shoe_allows_the_round(game: ShoeGame) -> None:
    """When a round ends just above the cover card, the next one is still dealt, and only then the cards are shuffled."""
    place = {"by": "dealer", "answer": {"cover_card": game.count - 1 - game.drawn}}
    first = {**game.round(), "answers": [place, *game.round()["answers"]]}
    played = game.play(first, game.round(burn=""), game.round()).ok()
    rounds = [e["round"] for e in played.events_of("round_opened")]
    order = [e["event"] for e in played.events if e["event"] in ("round_opened", "shuffled")]
    assert rounds == [1, 2, 3]
    assert order == ["round_opened", "shuffled", "round_opened", "round_opened", "shuffled"]
    (aside,) = [e for e in played.events_of("marked") if e["at"] == "aside"]
    assert aside["seat"] == 1


def cover_card_comes_out_once(game: ShoeGame) -> None:
    """A second report of the same cover card is refused."""
    again = [fault("cover_card", 1), fault("cover_card", 2)]
    refused(game.play(game.round(faults=again)), "unused", game.closed)


def floor_may_order_a_reshuffle(game: ShoeGame) -> None:
    """After any round, on a floorperson's word: before the next one's first card, or as soon as the one at play is over."""
    assert game.law.reshuffle is not None
    order = "reshuffle_ordered"
    before = game.play(game.round(), game.round(faults=[fault(order)]), game.round(burn="")).ok()
    assert before.events_of("irregularity_reported")[0]["cite"] == game.law.reshuffle.cite
    assert shuffles(before) == [(1, game.law.shuffle), (2, game.law.shuffle)]
    kinds = [e["event"] for e in before.events if e["event"] in ("wagered", "shuffled", "cut_made", "burned", "dealt")]
    second = kinds.index("shuffled", 1)
    assert kinds[second - 1 : second + 4] == ["wagered", "shuffled", "cut_made", "burned", "dealt"]
    again = game.play(game.round(burn=f"{BURN} 3D", faults=[fault(order)]), game.round(burn="")).ok()
    assert shuffles(again) == [(1, game.law.shuffle)] * 2  # the first shoe, before a card of it is dealt
    for after in range(1, game.drawn):
        meanwhile = fault(order, after)
        ordered = game.play(game.round(), game.round(burn="", faults=[meanwhile]), game.round(), game.round(burn=""))
        assert shuffles(ordered.ok()) == [(1, game.law.shuffle), (3, game.law.shuffle)]
    twice = game.round(burn="", faults=[fault(order, 1), fault(order, 1)])
    refused(game.play(game.round(), twice), "unused", game.closed)
    refused(game.play(game.round(faults=[fault(order)]), shuffler="continuous"), "unused", game.closed)


def shuffles(played: Played) -> list[tuple[int, str]]:
    """In which round the cards were shuffled, and under which provision."""
    found, number = [], 0
    for event in played.events:
        number = event["round"] if event["event"] == "round_opened" else number
        if event["event"] == "shuffled":
            found.append((number, event["cite"]))
    return found


def far_right_cuts_after_an_order(game: ShoeGame) -> None:
    """Ordered before the first card or during the round: the far right is offered the cut, then counterclockwise."""
    seated = (1, 3, 2)
    at_once = game.begin(RoundStart(5, seated=seated), ShoeState(shuffled=True, cover=78, cover_at=1))
    at_once.report(Report("reshuffle_ordered"))
    assert offers(at_once) == [3, 2, 1, DEALER]
    later = game.begin(RoundStart(5, seated=seated), ShoeState(shuffled=True, cover=78))
    play_out(game, later, game.cards.split(), {1: Report("reshuffle_ordered")})
    assert offers(game.begin(RoundStart(6, seated=seated), later.result.shoe)) == [3, 2, 1, DEALER]


# --- a table without play ------------------------------------------------------------------------------------


def idle_cards_are_shuffled_and_cut(game: ShoeGame) -> None:
    """A table opened anew, or where a round had no wager, begins with a full shoe, shuffled and cut; so does no other."""
    law = game.law
    for between, number in (([], 2), ([deal()], 3)):
        back = game.round(reopened=True) if not between else game.round()
        played = game.play(game.round(), *between, back, game.round(burn="")).ok()
        assert shuffles(played) == [(1, law.shuffle), (number, law.idle or law.shuffle)]
        assert [e["count"] for e in played.events_of("shuffled")] == [game.count] * 2
        assert len(played.events_of("cut_made")) == len(played.events_of("burned")) == 2
    for start, shoe in (
        (RoundStart(5, seated=(3, 1), reopened=True), ShoeState(missing=("AS",) * 5, shuffled=True, cover_at=1)),
        (RoundStart(5, seated=(3, 1)), ShoeState(missing=("AS",) * 5, shuffled=True, cover_at=1, idle=True)),
    ):
        round_ = game.begin(start, shoe)
        assert offers(round_.replica()) == [3, DEALER]  # the game is just beginning
        while not isinstance(round_.pending, Draw):
            default(round_)
        assert sum(round_.pending.weights.values()) == game.count


def idle_batch_goes_into_the_shuffler(game: ShoeGame) -> None:
    """With a shuffler the idle cards go in and the batch inside comes out."""
    cite = game.law.idle_device or game.law.shuffle
    for idle in ((game.round(reopened=True),), (deal(), game.round())):
        played = game.play(game.round(), *idle, shuffler="automated").ok()
        told_ = [(e["device"], e["cite"]) for e in played.events_of("shuffled")]
        assert told_ == [("shoe 1", game.law.shuffle), ("shoe 2", cite)]


def idle_continuous_shuffler_goes_on(game: ShoeGame) -> None:
    """A device that reshuffles by itself keeps its cards through an idle round; at an opening one is burned."""
    played = game.play(game.round(), deal(), game.round(burn=""), game.round(reopened=True), shuffler="continuous").ok()
    assert shuffles(played) == [(1, game.law.shuffle), (4, game.law.shuffle)]
    assert (len(played.events_of("burned")), played.events_of("cut_made")) == (2, [])


# --- irregularities ------------------------------------------------------------------------------------------


def face_up_card_is_discarded(game: ShoeGame) -> None:
    """A card found face up goes to the rack in sight of all, and the next one takes its place."""
    assert game.law.face_up is not None
    first, *others = game.cards.split()
    for after, cards in ((1, ["5D", first, *others]), (2, [first, "5D", *others])):
        played = game.play(game.round(" ".join(cards), [fault("card_found_face_up", after)])).ok()
        assert (played.events_of("discarded")[0]["cards"], played.events_of("discarded")[0]["cite"]) == (["5D"],
            game.law.face_up.cite)  # fmt: skip
        assert "seen_by" not in played.events_of("discarded")[0]
        assert [e["card"] for e in played.events_of("dealt")] == game.cards.split()


def card_drawn_in_error_is_the_next_card(game: ShoeGame) -> None:
    """A card drawn in error and not seen is dealt as if nothing had happened."""
    assert game.law.drawn_in_error is not None
    played = game.play(game.round(faults=[fault("card_drawn_in_error", 1)])).ok()
    assert [e["card"] for e in played.events_of("dealt")] == game.cards.split()
    assert played.events_of("irregularity_reported")[0]["cite"] == game.law.drawn_in_error.cite


def short_shoe_is_filled_from_the_discards(game: ShoeGame) -> None:
    """Too few cards: all that is not on the table is shuffled and cut, one card burned, the round finished, then a new shoe."""
    assert game.law.short is not None
    first, *others = game.cards.split()
    round_ = game.begin(RoundStart(9), holding(game, game.needs))
    events = play_out(game, round_, [first, "2C", *others], {1: Report("insufficient_cards")})
    assert [(e.count, e.cite) for e in events if isinstance(e, Shuffled)] == [(game.count - 1, game.law.short.cite)]
    assert [(e.card, e.cite) for e in events if isinstance(e, Burned)] == [("2C", game.law.short.cite)]
    assert len([e for e in events if isinstance(e, CutMade)]) == 1
    assert [e.card for e in events if isinstance(e, Dealt)] == game.cards.split()
    assert round_.result.shoe.spent


def holding(game: ShoeGame, left: int) -> ShoeState:
    """A shoe with so many cards left, those of the game's round first, and no cover card."""
    others = [card for card in DECK * (game.count // len(DECK)) if card not in game.cards]
    return left_in(game.count, (game.cards.split() + others)[:left])


def left_in(count: int, cards: list[str]) -> ShoeState:
    """A shoe with these cards left, and no cover card."""
    missing = list(DECK * (count // len(DECK)))
    for card in cards:
        missing.remove(card)
    return ShoeState(missing=tuple(missing), shuffled=True)


Step = str | Report


def follow(round_: Round, wagers: str, steps: Sequence[Step]) -> list[Event]:
    """These wagers, then cards, answers (``1 war``) and reports in order, until none is left; courtesies stand."""
    waiting, events = list(steps), list(round_.events)
    while not round_.closed:
        question = round_.pending
        if isinstance(question, Window):
            for seat, wager, amount in (part.split() for part in wagers.split(";")):
                events += round_.answer(Answer(int(seat), "wager", wager, "", int(amount) * 100))
            events += round_.answer(close_betting())
        elif isinstance(question, Election) and question.courtesy:
            events += default(round_)
        elif not waiting:
            return events
        elif isinstance(step := waiting.pop(0), Report):
            events += round_.report(step)
        elif isinstance(question, Draw):
            events += round_.answer(Answer("chance", step))
        else:
            by, says, *stated = step.split()
            events += round_.answer(Answer(int(by), says, amount=int(stated[0]) * 100 if stated else 0))
    assert not waiting
    return events


def short_is_what_cannot_finish_the_round(game: ShoeGame) -> None:
    """One card fewer than the round can take at most is too few; as many, or half a shoe, are not, and the refusal counts."""
    assert game.law.short is not None
    for left in (game.needs, game.needs + 1, game.count // 2):
        round_ = game.begin(RoundStart(9), holding(game, left + 1))
        with pytest.raises(Refused) as caught:
            play_out(game, round_, game.cards.split(), {1: Report("insufficient_cards")})
        assert (caught.value.why, caught.value.cite) == ("cannot_happen", game.law.short.cite)
        assert f"holds {left}," in caught.value.sentence
        assert f"no more than {game.needs}" in caught.value.sentence


def empty_shoe_is_filled_by_itself(game: ShoeGame) -> None:
    """With one card left in the shoe, the second card of the round comes from the shuffled discards."""
    cards = list(DECK * (game.count // len(DECK)))
    shoe = ShoeState(missing=tuple(cards[1:]), shuffled=True, spent=False)  # only an ace of spades is left
    round_ = game.begin(RoundStart(9), shoe)
    events = play_out(game, round_, ["AS", "9D", *["8D"] * (game.drawn - 1)], {})  # 9D is burned
    assert [e.count for e in events if isinstance(e, Shuffled)] == [game.count - 1]
    assert [e.card for e in events if isinstance(e, Burned)] == ["9D"]
    assert round_.result.shoe.spent


def discards_are_cut_where_the_cover_card_appeared(game: ShoeGame) -> None:
    """The cover card of a shoe that runs out came out before: whoever it appeared to is offered the cut of the discards."""
    first, seat = game.cards.split()[0], int(game.wager.split()[0])
    for cover, order in ((1, [seat, 4, 3, 2]), (0, [4, 3, 2, seat])):  # on the area of that seat, or not in this shoe
        shoe = msgspec.structs.replace(left_in(game.count, [first]), cover=cover)
        round_ = game.begin(RoundStart(9, seated=(3, 2, 4, seat)), shoe)
        round_.answer(Answer(seat, "wager", game.wager.split()[1], "", int(game.wager.split()[2]) * 100))
        round_.answer(close_betting())
        round_.answer(Answer("chance", first))
        while not (isinstance(round_.pending, Election) and round_.pending.kind == "cut"):  # a decision may come first
            round_.answer(asked(round_).options[0].answer(asked(round_).to))
        assert offers(round_) == [*order, DEALER]


def jam_means_a_reshuffle(game: ShoeGame) -> None:
    """A shuffler that jams shuffles again; one that cannot be used is covered or signed first. By hand nothing jams."""
    assert game.law.jam is not None
    refused(game.play(game.round(faults=[fault("shuffler_jam")])), "unused", game.closed)
    for shuffler, unusable in (("automated", False), ("automated", True), ("continuous", False)):
        jam = fault("shuffler_jam", unusable=unusable)
        played = game.play(game.round(faults=[jam]), shuffler=shuffler).ok()
        (report,) = played.events_of("irregularity_reported")
        assert report["cite"] == game.law.jam.cite
        covered = [(e["by"], e["cite"]) for e in played.events_of("attested")]
        assert covered == ([(DEALER, game.law.unusable)] if unusable else [])
        assert [e["in_service"] for e in played.events_of("device_status")] == ([False] if unusable else [])
        assert [e["cite"] for e in played.events_of("shuffled")] == [game.law.shuffle, game.law.jam.cite]
    later = game.play(game.round(), game.round(faults=[fault("shuffler_jam")], burn=""), shuffler="automated").ok()
    assert len(later.events_of("shuffled")) == 1  # the shoe on the table is not in the shuffler
    assert [(e["by"], e["cite"]) for e in later.events_of("attested")] == [(DEALER, game.law.jam.cite)]


def broken_shuffler_stays_out_until_it_is_returned(game: ShoeGame) -> None:
    """Until then the cards are shuffled by hand: the batch on the table stays in use, and nothing can jam."""
    assert game.law.returned is not None
    end, jam, back = fault("cover_card", 1), fault("shuffler_jam", unusable=True), fault("shuffler_returned")
    rounds = [game.round(faults=[jam, end]), game.round(faults=[end]), game.round(faults=[back, end]), game.round()]
    played = game.play(*rounds, shuffler="automated").ok()
    assert [e["device"] for e in played.events_of("shuffled")] == ["shoe 1", "shoe 1", "shoe 1", "shoe 1", "shoe 2"]
    assert played.events_of("irregularity_reported")[-2]["cite"] == game.law.returned.cite
    told = [(e["device"], e["in_service"], e["cite"]) for e in played.events_of("device_status")]
    assert told == [("shuffler", False, game.law.unusable), ("shuffler", True, game.law.returned.cite)]
    refused(
        game.play(rounds[0], game.round(faults=[fault("shuffler_jam")]), shuffler="automated"), "unused", game.closed
    )
    for submission in ({}, {"shuffler": "automated"}):  # nothing to return
        refused(game.play(game.round(faults=[back]), **submission), "unused", game.closed)


def broken_continuous_shuffler_is_replaced_by_a_shoe(game: ShoeGame) -> None:
    """Shuffled by hand the cards are cut and covered, and stay out once dealt, until the device is returned."""
    assert game.law.jam is not None
    jam, back = fault("shuffler_jam", unusable=True), fault("shuffler_returned")
    by_hand = game.round(burn=f"{BURN} 3D", faults=[jam])
    rounds = [by_hand, game.round(burn=""), game.round(burn="", faults=[back]), game.round(), game.round(burn="")]
    played = game.play(*rounds, shuffler="continuous").ok()
    assert shuffles(played) == [(1, game.law.shuffle), (1, game.law.jam.cite), (4, game.law.shuffle)]
    assert (len(played.events_of("cut_made")), len(played.events_of("burned"))) == (1, 3)
    assert [e["at"] for e in played.events_of("marked")] == [f"{game.count // 4} from the bottom"]
    round_ = game.begin(
        RoundStart(2), ShoeState(missing=("AS",), shuffled=True, cover=78, by_hand=True), shuffler="continuous"
    )
    play_out(game, round_, game.cards.split(), {})
    assert len(round_.result.shoe.missing) == 1 + game.drawn


def short_is_counted_from_the_first_card(game: ShoeGame) -> None:
    """Before a card is dealt the round takes one more than after it."""
    for left, ok in ((game.needs, True), (game.needs + 1, False)):
        round_ = game.begin(RoundStart(9), holding(game, left))
        if ok:
            play_out(game, round_, ["2C", *game.cards.split()], {0: Report("insufficient_cards")})
            continue
        with pytest.raises(Refused, match=f"the shoe holds {left}, and this round can take no more than {left}"):
            play_out(game, round_, [], {0: Report("insufficient_cards")})


def floor_alone_orders_and_returns(game: ShoeGame) -> None:
    """A new cut, a reshuffle and a device's return are the floor's; what may simply be noticed is the dealer's, too."""
    shoe, kinds = game.law, {kind.name: kind for kind in catalogue.game(game.name).irregularities}
    assert shoe.improper_cut is not None
    assert shoe.reshuffle is not None
    for order in (shoe.improper_cut, shoe.reshuffle):
        assert (kinds[order.name].by, kinds[order.name].by_cite) == (FLOOR_ONLY, order.cite)
    assert kinds["shuffler_returned"].by == FLOOR_ONLY
    assert {kinds[name].by for name in ("cover_card", "insufficient_cards", "shuffler_jam")} == {DEALER_OR_FLOOR}


def lists_follow_the_register(game: Named, *every: dict[str, Any]) -> None:
    """Whatever the register has inspected is an item of its list under some of these rules, on none where it does not apply."""
    played = catalogue.game(game.name)
    lines = {p.id: p.checklist for p in law.chapter(played.chapter).provision if p.status == "inspection"}
    listed: dict[str, set[str]] = {}
    for choices in every:
        for checklist in played.checklists(submit(played.rules, choices)):
            for item in checklist.items:
                assert law.known(item.cite)
                listed.setdefault(item.cite, set()).add(checklist.name)
    assert {cite for cite, name in lines.items() if name not in listed.get(cite, ())} == set()


def cites_due(game: Game, rules: RulesSubmission, when: When) -> list[str]:
    """The provisions on the list that is due then, in order; empty where there is none."""
    return [item.cite for one in game.checklists(rules) if one.when is when for item in one.items]


def dealer_signs_for_the_first_player(game: Game, rules: RulesSubmission, cite: str) -> None:
    """What is done when the first player comes is the dealer's alone."""
    (arrival,) = [one for one in game.checklists(rules) if one.when is When.ARRIVAL]
    assert (arrival.name, arrival.cite) == ("arrival", cite)
    assert [(signature.roles, signature.cite) for signature in arrival.signatures] == [((Role.DEALER,), cite)]


def staff_is_asked(game: Named, *floor: str) -> None:
    """Each kind of question once, under a provision that is known; these are for the floor, all others for the dealer."""
    asked_of = catalogue.game(game.name).staff_questions
    assert len({question.kind for question in asked_of}) == len(asked_of)
    assert all(law.known(question.cite) for question in asked_of)
    roles = {question.kind: question.roles for question in asked_of}
    assert roles == {kind: FLOOR_ONLY if kind in floor else (Role.DEALER,) for kind in roles}
    assert {*floor, "cut", "cover card"} <= {*roles}


def empty_filing_is_refused_by_name(game: Named, *names: str) -> None:
    """What the text has the certificate holder specify is named in the refusal, each with its provision, and nothing else."""
    rules = catalogue.game(game.name).rules
    with pytest.raises(Refused) as caught:
        file_submission(rules, {})
    said = caught.value.sentence.removeprefix("These choices have to be specified: ").rstrip(".")
    assert {part.split()[0] for part in said.split("; ")} == {*names}
    example = catalogue.game(game.name).example().chosen
    assert file_submission(rules, example)


# --- devices -------------------------------------------------------------------------------------------------


def continuous_shuffler_is_neither_cut_nor_covered(game: ShoeGame) -> None:
    """No cut, no cover card, every card independent and back after the round; a burn at the opening and for a new dealer."""
    burnt = game.round(burn="3D", new_dealer=True)
    played = game.play(game.round(), game.round(burn=""), burnt, shuffler="continuous").ok()
    assert named_events(played, "shuffled", "cut_made", "marked", "burned") == [
        ("shuffled", game.law.shuffle), ("burned", game.law.burn), ("burned", game.law.burn),
    ]  # fmt: skip
    for kind in ("cover_card", "recut_ordered"):
        refused(game.play(game.round(faults=[fault(kind)]), shuffler="continuous"), "unused", game.closed)
    round_ = game.begin(RoundStart(2), ShoeState(shuffled=True), shuffler="continuous")
    assert isinstance(round_.pending, Window)
    seat, wager, amount = game.wager.split()
    round_.answer(Answer(int(seat), "wager", wager, "", int(amount) * 100))
    round_.answer(close_betting())
    assert isinstance(round_.pending, Draw)
    assert round_.pending.independent
    assert set(round_.pending.weights.values()) == {game.count // len(DECK)}


def batches_take_turns(game: ShoeGame) -> None:
    """With a shuffler two batches alternate, shoe by shoe, and only the one in play is in the rack."""
    cover = [fault("cover_card", 1)]
    played = game.play(*(game.round(faults=cover) for _ in range(3)), shuffler="automated").ok()
    assert [e["device"] for e in played.events_of("shuffled")] == ["shoe 1", "shoe 2", "shoe 1"]
    one = game.play(*(game.round(faults=cover) for _ in range(2))).ok()
    assert [e["device"] for e in one.events_of("shuffled")] == ["shoe", "shoe"]
    spent = ShoeState(missing=("AS",) * 5, shuffled=True, spent=True, batches=2)
    round_ = game.begin(RoundStart(4), spent, shuffler="automated")
    default(round_)
    default(round_)
    assert isinstance(round_.pending, Draw)
    assert sum(round_.pending.weights.values()) == game.count  # nothing of the other batch is missing here
    events = play_out(game, round_, game.round()["chance"], {})
    drawn = sum(isinstance(event, Burned | Dealt) for event in events)
    assert len(round_.result.shoe.missing) == drawn > 0  # the rack has the cards of this batch, none of the other
