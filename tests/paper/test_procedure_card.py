"""The procedure card: its steps are those that the game takes when it is played under the filed rules."""

from collections import Counter
from collections.abc import Sequence
from functools import cache
from itertools import combinations
from typing import Any

import pytest

from pitboss import catalogue, law
from pitboss.game import Game
from pitboss.paper import guide
from pitboss.paper.document import Document, Heading, TableBlock
from pitboss.paper.page import html
from pitboss.paper.procedure_card import applies, concerned, document_of
from pitboss.paper.procedure_steps import Procedure, ProcedureStep, Stage, procedure_of
from pitboss.paper.procedure_trace import acts_of
from pitboss.paper.procedure_words import How, direction
from pitboss.paper.register import lines
from pitboss.paper.rehearsal import TABLES, rehearse
from pitboss.submission import RulesSubmission, made_choices, submit
from tests.paper.cases import examples, name

FEW = 3  # players of whom a loop may tell otherwise


def filed(game: str, **choices: Any) -> tuple[Game, RulesSubmission]:
    """The example of a game with some choices changed."""
    found = catalogue.games()[game]
    chosen = made_choices(found.example().chosen)
    return found, submit(found.rules, {**chosen, **choices})


def place(steps: Sequence[ProcedureStep], words: str) -> int:
    """Which step says these words first."""
    return next(n for n, step in enumerate(steps) if words in step.does)


def conduct(game: Game, rules: RulesSubmission, procedure: Procedure) -> set[str]:
    return {p.id for p in lines(game, rules, "conduct") if applies(p, game, rules, procedure)}


@cache
def example(game: str) -> Procedure:
    """The procedure of a game's example."""
    return procedure_of(*filed(game))


SOME = ("blackjack", "casino-war", "dj-wild-stud-poker", "minibaccarat", "pai-gow", "roulette")
OTHERS = [pytest.param(game, marks=pytest.mark.slow) for game in catalogue.games() if game not in SOME]


@pytest.mark.parametrize("game", [*SOME, *OTHERS])
def test_steps_stand_in_the_order_in_which_other_rounds_have_them(game: str) -> None:
    """No step that people do comes after one below it; of those done in turn, none does so for most players."""
    steps = example(game).steps
    number = {key: n for n, step in enumerate(steps) if step.how is not How.SOFTWARE for key in step.acts}
    votes: Counter[tuple[int, int]] = Counter()
    later_in_a_round: set[tuple[int, int]] = set()
    for moments in rehearse(*filed(game), tables=range(TABLES, TABLES + 2)):
        acts = [(number[key], turn) for key, _, turn, _ in acts_of(moments) if key in number]
        for (one, _), (other, _) in combinations(acts, 2):
            if steps[one].loop == 0 or steps[one].loop != steps[other].loop:
                assert one <= other, (steps[one].does, steps[other].does)
        later_in_a_round.update(combinations(dict.fromkeys(one for one, _ in acts), 2))
        for turn in {turn for _, turn in acts}:
            votes.update(combinations(dict.fromkeys(one for one, its in acts if its == turn), 2))
    for (one, other), against in votes.items():
        inverted = other < one and steps[one].loop == steps[other].loop and (one, other) in later_in_a_round
        assert not inverted or against - votes[other, one] < FEW, (steps[other].does, steps[one].does)


@pytest.mark.parametrize(("game", "rules"), examples(), ids=name)
def test_card_tells_the_whole_round_in_order_with_citations(game: Game, rules: RulesSubmission) -> None:
    """Betting is opened and closed, every wager offered is settled after it, and each step has a known provision."""
    steps = example(game.name).steps
    parts = [step.part for step in steps]
    assert parts == sorted(parts, key=list(Stage).index)
    opened, closed = place(steps, "Betting is open"), place(steps, "Close betting")
    settled = [step for step in steps if step.how is How.PAY and step.lines]
    assert opened < closed < steps.index(settled[0])
    tendered = {
        kind.title for kind in game.wagers if kind.tendered and any(kind.name == wager for wager, _ in rules.spots)
    }
    assert tendered <= {line.removesuffix(" (a tie is given back)") for step in settled for line, _ in step.lines}
    for step in steps:
        cites = [*step.cites, *(cite for _, by in step.lines for cite in by)]
        assert cites, step
        assert all(law.gist(cite) for cite in cites), step


def test_633a_7_f_blackjack_is_dealt_and_settled_in_the_order_of_the_text() -> None:
    """Cut, burn, two cards each with the last face down, side wagers, decisions, dealer's hand, main wagers, rack."""
    steps = example("blackjack").steps
    dealt = [(step.does, step.order, step.cites[0]) for step in steps if step.does.startswith("Deal one")]
    assert dealt == [
        ("Deal one card face up to each player.", "clockwise from the dealer's left", "633a.7(f)(1)"),
        ("Deal one card face up to the dealer.", "", "633a.7(f)(2)"),
        ("Deal one card face up to each player.", "clockwise from the dealer's left", "633a.7(f)(3)"),
        ("Deal one card face down to the dealer.", "", "633a.7(f)(4)"),
    ]
    words: tuple[str, ...] = (
        "Shuffle",
        "Offer the players: cut",
        "Cover card: from 78",
        "Burn one",
        "Deal one",
        "Settle at once",
    )
    words += ("surrender, double down", "Turn the cards of the dealer", "Settle: take all that lost", "into the rack")
    places = [place(steps, said) for said in words[:-1]] + [len(steps) - 1]
    assert places == sorted(places)
    side = steps[place(steps, "Settle at once")]
    assert side.order == "counterclockwise from the dealer's right"  # 633a.7(g)
    assert {"633a.7(g)(1)", "633a.7(g)(2)", "633a.7(g)(4)"} <= {cite for _, by in side.lines for cite in by}


def test_settlement_waits_for_what_the_text_has_first() -> None:
    """The dealer's hand before the wagers it decides, the exchange of the joker before the Progressive, vigorish before payment."""
    steps = example("dj-wild-stud-poker").steps
    settled = [n for n, step in enumerate(steps) if step.lines]
    assert next(steps[n].lines[0][1] for n in settled) == ("687a.11(b)",)  # (c): what was folded, and nothing else
    assert (
        settled[0] < place(steps, "Turn the cards of the dealer") < place(steps, "of the player face up") < settled[1]
    )  # (d), (e)
    assert settled[1] < place(steps, "Turn the card that was set aside") < settled[2]  # (f)
    plain = procedure_of(*filed("dj-wild-stud-poker", progressive_bonus=False)).steps
    assert [line.split()[0] for line, _ in [step for step in plain if step.lines][-1].lines] == [
        "Ante",
        "Blind",
        "Raise",
        "Trips",
        "Two-Way",
    ]
    assert steps[settled[2]].lines[0][0] == "Progressive Bonus Wager"
    steps = example("pai-gow").steps
    main = next(step for step in steps if any("621a.8(g)" in by for _, by in step.lines))
    assert main.does == "Settle."  # 621a.8(g), (j): one player after the other
    assert main.loop
    assert any(step.loop == main.loop and "Call" in step.does for step in steps)
    steps = example("minibaccarat").steps
    vigorish = place(steps, "Take the vigorish")
    assert steps[vigorish].how is How.PAY
    assert "$" not in steps[vigorish].does
    assert steps[vigorish + 1].does == "Pay what won."
    assert steps[vigorish].loop == steps[vigorish + 1].loop != 0
    steps = example("casino-war").steps
    surrender = next(step for step in steps if ("Initial Wager", ("651a.9(c)(1)",)) in step.lines)
    assert surrender.order != "counterclockwise from the dealer's right"  # 651a.9(c): in the order of the decisions
    first = next(n for n, step in enumerate(steps) if step.lines)
    assert [line for line, _ in steps[first].lines] == ["Initial Wager", "Tie Wager"]
    assert first < place(steps, "surrender, war") < steps.index(surrender) < place(steps, "Burn three")


def test_633a_7_r_take_and_pay_as_the_submission_names() -> None:
    """By the first method losers are taken before any winner is paid; by the second players are settled one by one."""
    for method, words in (("collect_first", "Settle: take all that lost, then pay what won."), ("mixed", "Settle.")):
        steps = procedure_of(*filed("blackjack", settlement_order=method)).steps
        last = [step for step in steps if step.how is How.PAY][-1]
        assert (last.does, last.order) == (words, "counterclockwise from the dealer's right")


def test_633a_12_b_nothing_of_another_way_to_deal_is_on_the_card() -> None:
    """Duties with a double shoe or from the hand stand on the card of a table that has one, and on no other."""
    shoe, sides = filed("blackjack"), filed("blackjack", double_shoe=True, suit_to_side="red_left")
    plain = {"match_the_dealer": False, "royal_match_21": False}
    hand = filed("blackjack", dealt_from_hand=True, decks=2, automated_shuffling_device=True, **plain)
    single, double, held = {"633a.7(e)(1)"}, {"633a.7(e)(2)"}, {"633a.12(b)(3)", "633a.12(b)(4)"}
    for table, found in ((shoe, single), (sides, double), (hand, held)):
        procedure = example("blackjack") if table is shoe else procedure_of(*table)
        assert conduct(*table, procedure) & (single | double | held) == found
        kinds = {kind.name for kind in concerned(*table, procedure)}
        assert ("shuffler_jam" in kinds) is (table is hand)
        assert ("wrong_side_of_double_shoe" in kinds) is (table is sides)
        assert any("Determinant card" in step.does for step in procedure.steps) is (table is sides)


def test_621a_9_the_bank_is_on_the_card_where_players_may_bank() -> None:
    """With a player's bank its offer, its irregularities and its conduct; without one not a word of it."""
    for banked in (False, True):
        game, rules = filed("pai-gow", player_bank=banked, co_banking=banked)
        procedure = procedure_of(game, rules)
        assert any("bank" in step.does for step in procedure.steps) is banked
        assert ("621a.9(m)" in conduct(game, rules, procedure)) is banked
        assert any(kind.name.startswith("bank_") for kind in concerned(game, rules, procedure)) is banked


def test_617a_5_card_of_roulette_says_what_hands_and_software_do() -> None:
    """No more bets, spin, call, marker, then losers before winners; each said, entered, confirmed or done by hand."""
    game, rules = filed("roulette")
    document = document_of(game, rules)
    told = {part: rows for part, rows in tables(document).items() if part in set(Stage)}
    said = [(str(row[2]), str(row[3])) for rows in told.values() for row in rows]
    expected: tuple[tuple[str, How], ...] = (
        ("no more bets", How.SAY),
        ("The wheel is spun", How.ENTER),
        ("valid spin", How.CONFIRM),
    )
    expected += (("black”", How.SAY), ("point marker", How.HANDS), ("take all that lost", How.PAY))
    places = [
        next(n for n, (does, how) in enumerate(said) if words in does and how == how_) for words, how_ in expected
    ]
    assert places == sorted(places)
    page = html(document)
    for kind in game.irregularities:
        assert kind.remedy in page
    assert "Who may" in page


def tables(document: Document) -> dict[str, Any]:
    """The rows under each heading."""
    found, head = {}, ""
    for block in document.blocks:
        if isinstance(block, Heading):
            head = block.words
        elif isinstance(block, TableBlock):
            found[head] = block.rows
    return found


def test_an_order_is_told_only_where_the_rounds_agree() -> None:
    """Four rounds with two players are enough, three are not; of ten, two may differ, three may not.

    From a starting position it takes eight rounds with three players.
    """
    assert direction([(1, 2)] * 3) == ""
    assert direction([(1, 3), (2, 3), (1, 2), (1, 2, 3)]) == "clockwise from the dealer's left"
    assert direction([(3, 1)] * 4) == "counterclockwise from the dealer's right"
    assert direction([(3, 1)] * 3 + [(1, 3)]) == ""
    assert direction([(3, 1)] * 8 + [(1, 3)] * 2) == "counterclockwise from the dealer's right"
    assert direction([(3, 1)] * 7 + [(1, 3)] * 3) == ""
    assert direction([(2, 3, 1)] * 4 + [(3, 1, 2)] * 4) == "clockwise from the starting position"
    assert direction([(2, 3, 1)] * 4 + [(3, 1, 2)] * 3) == ""


def test_papers_tell_what_was_filed_and_nothing_of_the_other_choice(monkeypatch: pytest.MonkeyPatch) -> None:
    """I-GEN-19, I-651a-08, I-621a-08, 687a.13(d): each paper follows the choice; the example's words are the others."""
    monkeypatch.setattr(guide, "edges_for", lambda game, rules: [])  # they take long, and are not looked at
    cases: tuple[tuple[str, dict[str, Any], str, str], ...] = (
        ("casino-war", {"short_shoe": "void_round"}, "The round is void", "Shuffle and cut the discards"),
        ("casino-war", {"missed_war_card": "return_wagers"}, "in the War deal as well", "dealt before the dealer"),
        ("dj-wild-stud-poker", {"progressive_bonus": False, "progressive_paytable": None}, "Trips is settled",
        "Trips and Progressive"),
        ("minibaccarat", {"disclosed_player_third_card": "simulated_round"}, "it starts a simulated", "one more card"),
    )  # fmt: skip
    for name_, choices, said, unsaid in cases:
        given = made_choices(choices)
        game, rules = filed(name_, **given)
        for page in (html(document_of(game, rules)), html(guide.document_of(game, rules))):
            assert said in page, (name_, said)
            assert unsaid not in page, (name_, unsaid)
    page = html(document_of(*filed("pai-gow", crossed_hands="lose")))
    assert "swapped without penalty" not in page


def test_papers_say_nothing_of_what_the_table_does_not_have(monkeypatch: pytest.MonkeyPatch) -> None:
    """A generator for the shaker (621a.6(a)), no bank, a continuous shuffler (651a.5(h)), cards from the hand, no Buy Bet."""
    monkeypatch.setattr(guide, "edges_for", lambda game, rules: [])  # they take long, and are not looked at
    game, rules = filed("pai-gow", start_selector="rng", player_bank=False, co_banking=False)
    card, told = html(document_of(game, rules)), html(guide.document_of(game, rules))
    assert "The generator shows a number" in card
    assert "covers the shaker" not in card
    for word in ("shaker", "Dice", "the bank"):
        assert word not in told, word
    assert "stickperson" not in card.lower()
    assert "Assign stickperson" in html(document_of(*filed("craps")))
    game, rules = filed("casino-war", shuffler="continuous")
    for page in (html(document_of(game, rules)), html(guide.document_of(game, rules))):
        assert "Cover card came out" not in page
    plain = {"match_the_dealer": False, "royal_match_21": False}
    hand = filed("blackjack", dealt_from_hand=True, decks=2, automated_shuffling_device=True, **plain)
    assert "in a shoe" not in html(guide.document_of(*hand))
    assert "Call Place and Hardway Bets" in html(guide.document_of(*filed("craps", buy_bets=False, lay_bets="none")))


def test_i_gen_40_only_what_everyone_sees_is_entered() -> None:
    """What lies face down is dealt by hand and entered when turned; what was dealt face up is not turned."""
    for game in ("minibaccarat", "blackjack", "dj-wild-stud-poker"):
        for step in example(game).steps:
            if "face down" in step.does:
                assert step.how is not How.ENTER, step.does
    assert not any(step.does.startswith("Turn") for step in example("minibaccarat").steps)  # 627a.8(c)(1): face up
    assert [step.does for step in example("blackjack").steps if "Turn" in step.does] == [
        "Turn the cards of the dealer face up."
    ]
    reader = [step for step in example("blackjack").steps if "card reader tells" in step.does]
    assert [(step.who, step.how) for step in reader] == [("dealer", How.ENTER)]  # 633a.7(h)
