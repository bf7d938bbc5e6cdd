"""Environments of every game: rewards are the ledger's, masks are the law's, words are the chapter's."""

import builtins
import importlib
import random
import sys
from typing import Any

import numpy as np
import pytest
from msgspec.structs import replace

import pitboss.environments
from pitboss import catalogue
from pitboss.chapters.ch633a_blackjack.rules import Rules, SplitAces, SwitchNaturalPays
from pitboss.environments import SeatEnv, TableEnv
from pitboss.environments.actions import Stake
from pitboss.environments.blackjack import BlackjackVectorEnv
from pitboss.environments.chance import SeededChance
from pitboss.environments.sight import TableSight
from pitboss.environments.sitting import Sitting
from pitboss.environments.vocabulary import vocabulary
from pitboss.events import Charged, Dealt, Discarded, Event, Shuffled
from pitboss.families.baccarat.rules import VigorishCollection
from pitboss.game import Game
from pitboss.ledger import LAYOUT, Ledger
from pitboss.procedure import Draw, Election, Refused, Window
from pitboss.shown import Shown
from tests.environments.playing import in_order, lawful, sitting_of, steps, table_rewards

GAMES = list(catalogue.games().values())
by_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
SWITCH = Rules(split_aces=SplitAces.DRAW, blackjack_switch=True, switch_natural_pays=SwitchNaturalPays.ONE_TO_ONE)


@pytest.fixture
def heard(monkeypatch: pytest.MonkeyPatch) -> list[Event]:
    """Every event of every round, in order."""
    events: list[Event] = []
    hear = Sitting._hear

    def hear_and_tell(sitting: Sitting, told: list[Event]) -> None:
        events.extend(told)
        hear(sitting, told)

    monkeypatch.setattr(Sitting, "_hear", hear_and_tell)
    return events


def folded(events: list[Event]) -> Ledger:
    """A ledger of an episode; at its end nothing is left on the layout."""
    ledger = Ledger()
    ledger.fold(events)
    ledger.check()
    assert ledger.balance(LAYOUT) == 0
    return ledger


# --- rewards -----------------------------------------------------------------------------------------------------


@by_game
def test_rewards_of_a_seat_are_what_its_rack_gained(game: Game, heard: list[Event]) -> None:
    """The sum of an episode's rewards is the change of the rack in a ledger folded from the same events."""
    source = random.Random(game.name)
    for env in (SeatEnv(game), SeatEnv(game, wagers="choose", acts=("remove",), rounds=2, seat=3)):
        for seed in range(4):
            heard.clear()
            played = list(steps(env, source, seed))
            ledger = folded(heard)
            assert sum(reward for _, reward, _ in played) == ledger.balance(ledger.rack(env.seat))
            assert played[-1][2]["net"] == ledger.balance(ledger.rack(env.seat))


@by_game
def test_rewards_of_a_table_are_what_its_racks_gained(game: Game, heard: list[Event]) -> None:
    """The same for every agent; none is left out, whoever acts last."""
    source = random.Random(game.name)
    env = TableEnv(game, seats=(1, 2, 4), rounds=2)
    for seed in range(2):
        heard.clear()
        sums = table_rewards(env, source, seed)
        ledger = folded(heard)
        assert sums == {f"seat_{seat}": ledger.balance(f"rack {seat}") for seat in (1, 2, 4)}


def test_vigorish_that_is_owed_is_paid_at_the_end(heard: list[Event]) -> None:
    """627a.12(d): where vigorish is marked and collected later, an episode ends when the player has paid it."""
    rules = replace(catalogue.game("minibaccarat").example(), vigorish_collection=VigorishCollection.DEFERRED)
    env, charged = SeatEnv("minibaccarat", rules, wagers=[Stake("bankers_hand", "", 10_000)]), 0
    for seed in range(12):
        heard.clear()
        played = list(steps(env, random.Random(1), seed))
        ledger = folded(heard)
        won = sum(reward for _, reward, _ in played)
        assert won == ledger.balance("rack 1")
        assert won in (9_500, 0, -10_000)
        charged += any(isinstance(event, Charged) for event in heard)
    assert charged > 2


def test_a_unit_is_the_first_wager_of_the_plan() -> None:
    """Rewards in units are cents divided by it, whatever was wagered besides."""
    env = SeatEnv(
        "blackjack",
        wagers=[Stake("blackjack", "", 2_000), Stake("lucky_ladies", "", 500)],
        reward="units",
    )
    for seed in range(5):
        played = list(steps(env, random.Random(seed), seed))
        assert sum(reward for _, reward, _ in played) * 2_000 == pytest.approx(played[-1][2]["net"])


def test_a_round_that_is_decided_as_dealt_counts() -> None:
    """A Blackjack leaves nothing to decide; ``done`` is then the only action, and its reward is paid all the same."""
    env, source, decided = SeatEnv("blackjack"), random.Random(1), 0
    for seed in range(60):
        _, info = env.reset(seed=seed)
        names = [env.action_names[n] for n in np.flatnonzero(info["action_mask"])]
        if names == ["done"]:
            decided += 1
            _, reward, over, _, info = env.step(env.action_names.index("done"))
            assert over
            assert reward == info["net"]
            assert reward in (750, 0, -500)
        else:
            assert env.step(lawful(info, source))
    assert decided > 2


# --- masks -------------------------------------------------------------------------------------------------------


@by_game
def test_what_is_marked_is_accepted_and_all_else_refused(game: Game) -> None:
    """Every marked action is taken; any other changes nothing, gives nothing, and is told why in one sentence."""
    source = random.Random(game.name)
    env = SeatEnv(game, wagers="choose", most_wagers=3)
    _, info = env.reset(seed=5)
    for _ in range(25):
        mask, sitting = info["action_mask"], sitting_of(env)
        for action in source.sample(range(len(mask)), min(len(mask), 12)):
            if not mask[action]:
                before = sitting.observe(1), len(sitting.round_events), sitting.turn
                _, reward, over, _, told = env.step(action)
                assert (reward, over) == (0, False)
                assert told["refused"].rstrip("]").rstrip(".") != ""
                assert (len(sitting.round_events), sitting.turn) == before[1:]
                np.testing.assert_equal(sitting.observe(1), before[0])
        _, _, over, _, info = env.step(lawful(info, source))
        assert "refused" not in info
        if over:
            _, info = env.reset()


@pytest.mark.parametrize(
    "game",
    [game for game in GAMES if (words := vocabulary(game)) and words.asked],
    ids=lambda game: game.name,
)
def test_every_answer_has_an_action_and_every_word_is_answered(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    """Options without an action, words that no question has, and kinds of questions that are missing are found."""
    asked: list[Election] = []
    act = Sitting.act

    def asking(sitting: Sitting, number: int) -> str:
        if isinstance(sitting.question, Election):
            asked.append(sitting.question)
            assert len(sitting.actions.answers(sitting.question)) == len(sitting.question.options)
        return act(sitting, number)

    monkeypatch.setattr(Sitting, "act", asking)
    words = vocabulary(game)
    assert words
    for rules in (None, *((SWITCH,) if game.name == "blackjack" else ())):
        env, source = SeatEnv(game, rules), random.Random(2)
        for seed in range(150):
            for _ in steps(env, source, seed):
                pass
    if game.name == "blackjack":  # seldom: a Blackjack against an ace
        env = SeatEnv(game)
        env.reset(options={"chance": in_order("2C AS AH KS KH")})
        env.step(env.action_names.index("even_money"))
    said = {option.says for question in asked for option in question.options}
    assert said == {*words.words, *words.listed}
    assert {question.kind for question in asked} == {*words.asked}


@pytest.mark.parametrize("chosen", ["1", "2", "1 2 2", "1 1 1 1 2", "2 1 1"])
def test_633a_12_a_1_unequal_wagers_at_switch_are_made_equal(chosen: str) -> None:
    """They are locked once they are placed, so the lesser one is raised; nobody is left at a table that never deals."""
    env = SeatEnv("blackjack", SWITCH, wagers="choose", stake=500)
    env.reset(seed=1)
    for area in chosen.split():
        env.step(env.action_names.index(f"wager blackjack {area}"))
    _, _, over, _, info = env.step(env.action_names.index("done"))
    assert over or info["action_mask"].sum() > 0
    assert env.sitting is not None
    up = env.sitting.sights[1].chips
    assert over or up["blackjack", "1", 0] == up["blackjack", "2", 0] == 500 * max(map(chosen.count, "12"))


def test_a_game_without_words_is_played_by_places(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its actions are places in the list of options, and everything that waits for an answer is asked."""
    monkeypatch.setattr("pitboss.environments.vocabulary.shown_of", lambda game: Shown())
    env = SeatEnv("casino-war")
    assert env.action_names[:2] == ("option 0", "option 1")
    assert [info["net"] for seed in range(20) for _, _, info in steps(env, random.Random(1), seed)]


def test_betting_that_could_not_close_is_mended() -> None:
    """A side wager without the one that it needs comes back, and craps with no line bet goes on or gives chips back."""
    env = SeatEnv("blackjack", wagers="choose")
    _, info = env.reset(seed=1)
    alone = env.action_names.index("wager lucky_ladies")
    assert info["action_mask"][alone]
    observation, reward, *_ = env.step(alone)
    assert reward == 0  # a wager costs nothing until it is decided
    assert observation["chips"].sum() == 500
    _, reward, over, _, info = env.step(env.action_names.index("done"))
    assert (reward, over, info["net"]) == (0, True, 0)
    craps = SeatEnv("craps", wagers="choose")
    craps.reset(seed=1)
    craps.step(craps.action_names.index("wager field_bet"))
    _, _, over, _, info = craps.step(craps.action_names.index("done"))
    assert over
    assert sitting_of(craps).sights[1].layout == 0


def test_chips_that_are_in_order_stay_when_others_are_handed_back() -> None:
    """Of two seats only the one whose wager lacks another gets it back; the other plays on."""
    env = TableEnv("go-fore-it", wagers="choose", seats=2)
    env.reset(seed=1)
    for name in ("wager front_9", "done", "wager skins", "done"):
        env.step(env.action_names.index(name))
    assert (env.agent_selection, env.action_names[int(env.infos["seat_1"]["action_mask"].argmax())]) == (
        "seat_1",
        "fold",
    )
    assert [int(env.observe(agent)["chips"].sum()) for agent in env.agents] == [500, 0]


# --- what is seen ------------------------------------------------------------------------------------------------


def test_cards_seen_and_cards_left_make_the_shoe() -> None:
    """At Blackjack only the burned card and the hole card are unseen: what is seen, these two and the rest are six decks."""
    env, source, left = SeatEnv("blackjack", rounds=12), random.Random(4), dict[str, int]()
    chance = SeededChance(4)

    def watched(question: Draw) -> str:
        card = chance(question)
        left.clear()
        left.update(question.weights)
        left[card] -= 1
        return card

    _, info = env.reset(seed=4, options={"chance": watched})
    over, compared = False, 0
    while not over:
        observation, _, over, _, info = env.step(lawful(info, source))
        asked = sitting_of(env).question
        if isinstance(asked, Election) and asked.kind == "decision":
            unseen = np.array([6 - left[face] for face in env.setup.shape.faces]) - observation["seen"]
            assert (unseen >= 0).all()
            assert unseen.sum() == 2
            assert observation["down"].sum() == 1
            compared += 1
    assert compared > 5


def test_cards_that_are_collected_unseen_were_seen_by_those_who_held_them() -> None:
    """A hand goes to the rack face down: its player knows it until the next shuffle, another seat never did."""
    shape = SeatEnv("go-fore-it").setup.shape
    own, other = (TableSight(shape, seat, {}) for seat in (1, 2))
    for sight in (own, other):
        sight.fold([Dealt(1, "AS", cite="", seen_by=(1,)), Discarded(1, ("AS",), cite="", seen_by=())])
    assert [sight.observe(None)["seen"].sum() for sight in (own, other)] == [1, 0]
    assert not own.observe(None)["cards"].any()
    own.fold([Shuffled("deck", 52, cite="")])
    assert own.observe(None)["seen"].sum() == 0


def test_a_pass_bet_lasts_until_it_is_decided() -> None:
    """One round of craps is one throw; the episode goes on until the wager is won or lost, and shows the puck."""
    env = SeatEnv("craps", wagers=[Stake("pass_bet", "", 1000)], reward="units")
    results, throws = [], []
    for seed in range(40):
        env.reset(seed=seed)
        _, reward, over, _, _ = env.step(env.action_names.index("done"))
        assert over
        results.append(reward)
        throws.append(sitting_of(env).played)
    assert set(results) == {-1.0, 1.0}
    assert max(throws) > 3
    chosen = SeatEnv("craps", wagers="choose", rounds=3)
    seen: set[tuple[int, ...]] = set()
    for seed in range(12):
        chosen.reset(seed=seed)
        chosen.step(chosen.action_names.index("wager pass_bet"))
        observation, *_ = chosen.step(chosen.action_names.index("done"))
        seen.add(tuple(observation["marks"][:6]))
    assert len(seen) > 2


# --- refusals ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"seat": 9}, r"Expected different seats from 1 to 7, not \[9\]\."),
        ({"rounds": 0}, "Expected one round or more in an episode, not 0."),
        ({"reward": "euros"}, "Expected rewards in cents or units, not 'euros'."),
        ({"rules": catalogue.game("craps").example()}, "Expected rules of Blackjack, not of another game."),
    ],
)
def test_what_cannot_be_set_up_is_refused(wrong: dict[str, Any], sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        SeatEnv("blackjack", **wrong)


def test_an_option_that_there_is_not_is_refused() -> None:
    with pytest.raises(TypeError, match=r"Expected options out of wagers, .*, masked, not seed, wager\."):
        SeatEnv("blackjack", wager="choose", seed=1)  # type: ignore[call-arg]


def test_a_plan_that_the_table_refuses_is_told_in_its_own_words() -> None:
    """What is wrong with a plan is found when the first round is dealt, and told as at any table."""
    with pytest.raises(Refused, match="below the minimum"):
        SeatEnv("blackjack", wagers=[Stake("blackjack", "", 100)]).reset()
    with pytest.raises(Refused, match="There is no game"):
        SeatEnv("bridge")


def test_many_seats_refuse_what_they_cannot_play() -> None:
    for rules, sentence in ((SWITCH, "Switch"), (Rules(split_aces=SplitAces.DRAW, max_resplits=20), "fewer resplits")):
        with pytest.raises(ValueError, match=sentence):
            BlackjackVectorEnv(4, rules)
    env = BlackjackVectorEnv(4)
    env.reset()
    with pytest.raises(ValueError, match="Expected 4 actions, one for each seat"):
        env.step(np.zeros(3, np.int64))


def test_without_the_extra_one_sentence_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    """The package itself can be imported; an environment cannot, and the error is for people."""
    real = builtins.__import__

    def without(name: str, *args: Any, **kwargs: Any) -> Any:
        if name.partition(".")[0] in ("gymnasium", "pettingzoo"):
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
        return real(name, *args, **kwargs)

    for module in [name for name in sys.modules if name.startswith("pitboss.environments.")]:
        monkeypatch.delitem(sys.modules, module)
    monkeypatch.setattr(builtins, "__import__", without)
    fresh = importlib.reload(pitboss.environments)
    for name in ("SeatEnv", "TableEnv"):
        with pytest.raises(ImportError, match=r"need the extra 'rl': install pitboss\[rl\]\.$"):
            getattr(fresh, name)
    with pytest.raises(AttributeError, match="no attribute"):
        fresh.Nothing  # noqa: B018
    monkeypatch.undo()
    assert isinstance(fresh.SeatEnv, type)


def test_a_window_is_not_an_election() -> None:
    """The two questions that a seat is put are told apart in what it sees."""
    env = SeatEnv("blackjack", wagers="choose")
    observation, _ = env.reset(seed=3)
    assert observation["asked"] == 1
    assert isinstance(sitting_of(env).question, Window)
