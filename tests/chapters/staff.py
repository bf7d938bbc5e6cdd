"""What dealer and floor are asked, and who they are, at any table with one deck or two."""

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pytest

from pitboss.drivers.round import Round
from pitboss.drivers.script import run
from pitboss.equipment.shoe import Dealing, ShoeState, Shuffling
from pitboss.families.one_deck import Deck, DeckLaw
from pitboss.game import DEALER_OR_FLOOR, FLOOR_ONLY, Game, When
from pitboss.law import chapter, known
from pitboss.procedure import DEALER, FLOOR, Refused
from pitboss.roles import Role
from pitboss.submission import RulesSubmission, file_submission, unspecified
from pitboss.testkit.tables import Played, fault, play
from tests.chapters.devices import by_round
from tests.chapters.irregularities import last_report_unused
from tests.shoes import cites_due, dealer_signs_for_the_first_player

Part = Callable[[list[dict[str, Any]]], dict[str, Any]]  # irregularities → a round that is played to its end
GOLDEN = Path(__file__).parent.parent / "golden"
ORDERED = {"reshuffle_ordered", "recut_ordered", "shuffler_returned", "automated_shoe_returned", "player_left"}


def attested(played: Played, words: str) -> list[tuple[str, int | None, str]]:
    """Who said that they did something of which these words are a part, what they counted, and under which provision."""
    return [(e["by"], e.get("count"), e["cite"]) for e in played.events_of("attested") if words in e["what"]]


def dealer_says(word: str, amount: int | None = None) -> dict[str, Any]:
    return {"by": DEALER, "answer": word if amount is None else {word: amount}}


# --- who may


def floor_orders(game: Game, **cites: str) -> None:
    """What a floorperson orders or decides is theirs to report; what anyone may notice, the dealer's too."""
    floor = {kind.name: kind.by_cite for kind in game.irregularities if kind.by == FLOOR_ONLY}
    assert set(floor) == ORDERED
    assert floor == {
        "shuffler_returned": "I-GEN-29", "automated_shoe_returned": "I-GEN-29", "player_left": "I-GEN-12", **cites,
    }  # fmt: skip
    assert {kind.by for kind in game.irregularities if kind.name not in ORDERED} == {DEALER_OR_FLOOR}


def every_question_is_declared(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    """In all golden plays nobody of the staff is asked anything of which the chapter does not say who answers it."""
    asked: set[tuple[str, str]] = set()
    answer = Round.answer

    def noting(self: Round, given: Any) -> Any:
        asked.update((str(e.to), e.kind) for e in self.elections() if e.to in (DEALER, FLOOR))
        return answer(self, given)

    monkeypatch.setattr(Round, "answer", noting)
    for path in sorted((GOLDEN / game.name).glob("*.toml")):
        list(run(path.read_text(encoding="utf-8")))
    declared = {question.kind: question.roles for question in game.staff_questions}
    assert {kind for _, kind in asked} <= set(declared)
    assert len(declared) == len(game.staff_questions)
    for to, kind in asked:
        assert (Role.DEALER in declared[kind]) is (to == DEALER), kind
    assert all(known(question.cite) for question in game.staff_questions)


# --- lists and things


def inspections_are_on_their_lists(game: Game, filings: Iterable[RulesSubmission]) -> None:
    """Each inspection line of the register is an item of the list that it names, under some filing."""
    found = {(item.cite, one.name) for rules in filings for one in game.checklists(rules) for item in one.items}
    lines = {(line.id, line.checklist) for line in chapter(game.chapter).provision if line.status == "inspection"}
    assert lines - found == set()


def cards_take_two(game: Game, rules: RulesSubmission, preshuffled: RulesSubmission, section: str) -> None:
    """The dealer inspects and the assigned floorperson verifies, again for other cards; preshuffled cards take one signature.

    What waits for the first player is the dealer's, and preshuffled cards wait for nothing.
    """
    cards = next(one for one in game.checklists(rules) if one.when is When.CARDS)
    assert [(s.roles, s.does, s.cite, s.assigned) for s in cards.signatures] == [
        ((Role.DEALER,), "inspects", f"{section}(a)", False),
        (FLOOR_ONLY, "verifies", f"{section}(a)", True),
    ]
    dealer_signs_for_the_first_player(game, rules, f"{section}(b)")
    assert cites_due(game, preshuffled, When.ARRIVAL) == []
    came = next(one for one in game.checklists(preshuffled) if one.when is When.CARDS)
    assert (came.cite, len(came.signatures)) == (f"{section}(e)", 1)


def decks_are_received_and_shown(
    game: Game, rules: Callable[..., RulesSubmission], chapter: str, *, joker: bool = False
) -> None:
    """What is done with one deck, two, or two that come preshuffled: on receipt, and when the first player comes."""
    one, opening = [f"{chapter}.3(a)"] if joker else [], f"{chapter}.4"
    torn, backs = [f"{opening}(b)"] if joker else [], f"{chapter}.3(b)(1)"
    for filed, received, shown in (
        (rules(), [*one, f"{opening}(a)", *torn], ["b", "c"]),
        (rules(two_decks=True), [*one, backs, f"{opening}(a)", *torn, f"{opening}(d)"], ["b", "c", "d"]),
        (rules(two_decks=True, preshuffled_decks=True), [*one, backs, f"{opening}(e)"], []),
    ):
        assert cites_due(game, filed, When.CARDS) == received
        assert cites_due(game, filed, When.ARRIVAL) == [f"{opening}({letter})" for letter in shown]


def idle_list(game: Game, rules: RulesSubmission) -> list[tuple[str, str]]:
    """(provision, alternative) of what the dealer signs for an idle table."""
    lists = [one for one in game.checklists(rules) if one.when is When.IDLE]
    assert all(one.signatures[0].roles == (Role.DEALER,) and len(one.signatures) == 1 for one in lists)
    return [(item.cite, item.either) for one in lists for item in one.items]


def things(game: Game, rules: RulesSubmission) -> dict[str, tuple[str, str]]:
    """name → (device, approval)."""
    return {thing.name: (thing.device, thing.approval) for thing in game.things(rules)}


def has_to_specify(game: Game, *choices: tuple[str, str]) -> None:
    """An empty submission cannot be filed; the refusal names these choices and no others. With them it can be."""
    assert [(name, note.cite) for name, note in unspecified(game.rules, {})] == list(choices)
    if choices:
        with pytest.raises(Refused) as refusal:
            file_submission(game.rules, {})
        assert {part.strip() for part in refusal.value.sentence.split(":", 1)[1].rstrip(".").split(";")} == {
            f"{name} [{cite}]" for name, cite in choices
        }
    example = game.example()
    file_submission(game.rules, {name: getattr(example, name) for name, _ in choices})


# --- the rack, and what is counted


class Filed:
    """Two decks and a device that shuffles one while the other is in play."""

    dealing, shuffler, shuffler_counts = Dealing.MANUAL_SHOE, Shuffling.AUTOMATED, False
    two_decks, preshuffled_decks = True, False


def rack_holds_one_deck(game: str, law: DeckLaw, part: Part, cite: str) -> None:
    """Before a card of the one deck goes to the rack, the other deck has gone from there into the shuffler."""
    played = play(game, part([]), part([]), part([]), two_decks=True).ok()
    rack = "from the discard rack into the shuffler"
    moved = [[(e["by"], e["what"], e["cite"]) for e in told] for told in by_round(played, "attested")]
    assert [[who for who in told if rack in who[1]] for told in moved] == [
        [], [(DEALER, f"put deck 1 {rack}", cite)], [(DEALER, f"put deck 2 {rack}", cite)],
    ]  # fmt: skip
    kinds = [(e["event"], rack in e.get("what", "")) for e in played.events]
    second = kinds[kinds.index(("round_closed", False)) :]
    assert second.index(("attested", True)) < second.index(("discarded", False))
    idle = play(game, part([]), {**part([]), "reopened": True}, two_decks=True).ok()
    assert not attested(idle, rack)  # the cards of an idle table lie spread, not in the rack
    assert not attested(play(game, part([]), part([])).ok(), rack)  # one deck is shuffled from where it lies
    deck = Deck(("AS", "KS"), ShoeState(batches=2), law, Filed, shoe_out=False, rack=2)
    with pytest.raises(AssertionError, match="one deck at a time"):
        deck.shoe.discard(1, ("AS",), cite)
    deck.shoe.rack = 1
    deck.shoe.discard(1, ("AS",), cite)


def wrong_stub(game: str, kind: str, before: int, part: Part, expected: int, cite: str, **filed: Any) -> None:
    """A count of one more or less is the irregularity; the dealer says whether the cards were misdealt."""
    rounds = [part([])] * before

    def last(*answers: dict[str, Any], faults: tuple[dict[str, Any], ...] = ()) -> Played:
        done = part(list(faults))
        return play(game, *rounds, {**done, "answers": [*answers, *done["answers"]]}, **filed)

    for found in (expected - 1, expected + 1):
        voided = {**part([]), "answers": [dealer_says("stub_counted", found)]}
        played = play(game, *rounds, voided, **filed).ok()
        assert attested(played, "counted the stub")[-1][:2] == (DEALER, found)
        assert [(e["kind"]) for e in played.events_of("irregularity_reported")] == [kind]
        assert played.events_of("round_voided")[-1]["cite"] == cite
        assert attested(played, "brought another") == [(FLOOR, None, cite)]
        assert [(e["thing"], e["cite"]) for e in played.events_of("replaced")] == [("cards", cite)]
        assert "cards to be reshuffled" not in [e["what"] for e in played.events_of("noted")]
    voided["answers"].append(dealer_says("misdealt"))
    misdealt = play(game, *rounds, voided, **filed).ok()
    assert not misdealt.events_of("replaced")
    assert "cards to be reshuffled" in [e["what"] for e in misdealt.events_of("noted")]
    right = last(dealer_says("stub_counted", expected)).ok()
    assert attested(right, "counted the stub")[-1][:2] == (DEALER, expected)
    late = last(dealer_says("stub_counted", expected), faults=(fault(kind, after_answers=1),))
    last_report_unused(late)  # once it was right, it is not wrong
    impossible = last(dealer_says("stub_counted", 54)).refused
    assert impossible is not None
    assert impossible["refusal"] == "not_lawful"


def covered(played: Played, device: str, cite: str) -> None:
    """The dealer said that the device was covered or signed, and from then on it is out of order."""
    assert [(by, at) for by, _, at in attested(played, "out of order")] == [(DEALER, cite)]
    assert [(e["device"], e["in_service"], e["cite"]) for e in played.events_of("device_status")] == [
        (device, False, cite)
    ]
