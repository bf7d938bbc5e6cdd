"""A shuffler or an automated shoe that cannot be used, round after round, at any table with one deck."""

from collections.abc import Callable
from typing import Any

from pitboss.testkit.tables import Played, fault, play
from tests.chapters.irregularities import could_not_happen, last_report_unused

Part = Callable[[list[dict[str, Any]]], dict[str, Any]]  # irregularities → a round that is played to its end
BROKEN = fault("shuffler_jam", 0, unusable=True)
SHUFFLER_BACK, SHOE_BACK = fault("shuffler_returned", 0), fault("automated_shoe_returned", 0)


def by_round(played: Played, kind: str) -> list[list[dict[str, Any]]]:
    """The events of one kind, for each round."""
    found: list[list[dict[str, Any]]] = []
    for event in played.events:
        if event["event"] == "round_opened":
            found.append([])
        if event["event"] == kind:
            found[-1].append(event)
    return found


def statuses(played: Played) -> list[list[tuple[str, bool]]]:
    """What went out of order or came back, for each round."""
    return [[(e["device"], e["in_service"]) for e in told] for told in by_round(played, "device_status")]


def shuffler_stays_out(game: str, part: Part, cite: str, **filed: Any) -> None:
    """From the round in which it broke down the cards are shuffled by hand, and cut, until the round after its return."""
    played = play(game, part([BROKEN]), part([]), part([SHUFFLER_BACK]), part([]), **filed).ok()
    assert [len(cuts) for cuts in by_round(played, "cut_made")] == [1, 1, 1, 0]
    assert statuses(played) == [[("shuffler", False)], [], [("shuffler", True)], []]
    assert [(e["kind"], e["cite"]) for e in played.events_of("irregularity_reported")][1:] == [
        ("shuffler_returned", cite)
    ]
    again = play(game, part([BROKEN]), part([fault("shuffler_jam", 0)]), **filed)
    last_report_unused(again)  # a device that is out of order cannot jam
    could_not_happen(play(game, part([SHUFFLER_BACK]), **filed), "shuffler_returned")
    late = fault("shuffler_returned", 1)
    last_report_unused(
        play(game, part([BROKEN]), part([late]), **filed)
    )  # while betting is open, not while cards are dealt


def two_decks_rest(game: str, part: Part) -> None:
    """While no device shuffles the one, the other does not take turns with it."""
    played = play(
        game, part([]), part([BROKEN]), part([]), part([SHUFFLER_BACK]), part([]), part([]), two_decks=True
    ).ok()
    assert [shuffles[-1]["device"] for shuffles in by_round(played, "shuffled")] == [
        "deck 1", "deck 2", "deck 2", "deck 2", "deck 1", "deck 2",
    ]  # fmt: skip


def shoe_stays_out(
    game: str, jam: dict[str, Any], singly: Part, stacks: Part, calls: tuple[str, str], cite: str
) -> None:
    """The round is dealt from a manual shoe, as its own section says, until the automated one is back."""
    played = play(game, jam, singly([]), singly([]), stacks([SHOE_BACK]), stacks([]), dealing="automated_shoe").ok()
    said = [next(e["cite"] for e in told if e["words"] == "no more bets") for told in by_round(played, "announced")]
    assert statuses(played) == [[("automated_shoe", False)], [], [], [("automated_shoe", True)], []]
    automated, manual = calls
    assert said == [automated, manual, manual, automated, automated]
    assert [(e["kind"], e["cite"]) for e in played.events_of("irregularity_reported")][1:] == [
        ("automated_shoe_returned", cite)
    ]
    could_not_happen(play(game, stacks([SHOE_BACK]), dealing="automated_shoe"), "automated_shoe_returned")


def not_dealt_from_the_hand(game: str, part: Part, calls: tuple[str, str]) -> None:
    """What no device has shuffled is not dealt from the hand but from a manual shoe, at once and until it is back."""
    by_hand, manual = calls
    played = play(game, part([]), part([BROKEN]), part([SHUFFLER_BACK]), part([]), dealing="hand").ok()
    said = [next(e["cite"] for e in told if e["words"] == "no more bets") for told in by_round(played, "announced")]
    assert said == [by_hand, manual, manual, by_hand]
