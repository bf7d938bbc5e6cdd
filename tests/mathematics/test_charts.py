"""Charts: every game with a decision has one, it says what the mathematics says, and a strategy can play by it."""

import random
from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations

import pytest

from pitboss import catalogue
from pitboss.chapters.ch621a_pai_gow.hands import HouseWay, low_hands, set_hands, strength
from pitboss.chapters.ch670a_six_card_fortune.hands import RANKING as SIX_CARDS
from pitboss.chapters.ch670a_six_card_fortune.hands import house_way
from pitboss.chapters.ch670a_six_card_fortune.rules import Rules as SixCardRules
from pitboss.chapters.ch687a_dj_wild_stud_poker.hands import RANKING as DJ_WILD
from pitboss.chapters.ch688a_face_up_pai_gow_poker.hands import Outcome, compare
from pitboss.drivers.round import Round
from pitboss.equipment.cards import DECK_WITH_JOKER, JOKER, NAMES
from pitboss.equipment.tiles import TILES
from pitboss.families.house_ways import HOUSE_WAYS, RANKING, HouseWayName
from pitboss.families.poker_ranks import LADDER, PLACES, Hand
from pitboss.game import Game, RoundStart
from pitboss.mathematics.blackjack import edges as blackjack_edges
from pitboss.mathematics.blackjack.strategy import UP_CARDS
from pitboss.mathematics.casino_war import edges as casino_war_edges
from pitboss.mathematics.dj_wild_stud_poker import edges as dj_wild_edges
from pitboss.mathematics.face_up_pai_gow_poker import chart as face_up_chart
from pitboss.mathematics.face_up_pai_gow_poker import chart_cell as face_up_cell
from pitboss.mathematics.face_up_pai_gow_poker.strategy import best_against
from pitboss.mathematics.go_fore_it import edges as go_fore_it_edges
from pitboss.mathematics.kit.chart import Chart, chart, is_charted, strategy
from pitboss.mathematics.kit.chart_cells import cell, cells
from pitboss.mathematics.kit.strategy import Seen
from pitboss.mathematics.over_under import edges as over_under_edges
from pitboss.mathematics.pai_gow import chart as tiles
from pitboss.mathematics.pai_gow import edges as pai_gow_edges
from pitboss.mathematics.pai_gow_poker import edges as pai_gow_poker_edges
from pitboss.mathematics.pai_gow_poker.best_play import best_setting
from pitboss.mathematics.six_card_fortune import edges as six_card_edges
from pitboss.procedure import Answer, Draw, Election, Option, Window
from pitboss.testkit.random_play import play_out, weighted
from pitboss.wagers import WAGER, close_betting

GAMES = catalogue.games()
DECIDING = [name for name, game in GAMES.items() if is_charted(game)]


def of(name: str) -> Chart:
    found = chart(GAMES[name], GAMES[name].example())
    assert found is not None
    return found


@pytest.mark.parametrize("game", [game for name, game in GAMES.items() if name not in DECIDING], ids=lambda g: g.name)
def test_a_game_without_a_chart_decides_nothing(game: Game) -> None:
    """In rounds played at random its players are asked for courtesies alone, such as a cut."""
    rules, rng = game.example(), random.Random(game.name)
    state = game.open(rules)
    for number in range(1, 11):
        played = Round(game, rules, state, RoundStart(number))
        play_out(played, lambda n: rng.randrange(n) if n else 0, seats=rules.posted.seats, wagers=8)
        again = Round(game, rules, state, RoundStart(number))
        for moment in played.history:
            asked = [each.kind for each in again.elections() if isinstance(each.to, int) and not each.courtesy]
            assert not asked, f"{game.name} asks a player for {asked}: it needs a chart and a strategy"
            assert isinstance(moment, Answer)
            again.answer(moment)
        state = played.result


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_a_game_with_a_chart_has_a_strategy(game: Game) -> None:
    """And one without has none; grids are full."""
    found = chart(game, game.example())
    assert (found is not None) == (strategy(game, game.example()) is not None) == (game.name in DECIDING)
    if found is not None:
        assert found.steps or found.grids
        for grid in found.grids:
            assert {len(row.cells) for row in grid.rows} == {len(grid.columns)}
            assert len({row.head for row in grid.rows}) == len(grid.rows)


def test_blackjack_chart_is_the_analysis() -> None:
    """Every entry is one of the analysis, and is explained."""
    found, known = of("blackjack"), blackjack_edges.chart(GAMES["blackjack"].example())  # type: ignore[arg-type]
    hard, soft, pairs = found.grids
    assert [row.cells for row in pairs.rows] == list(known.pairs.values())
    assert hard.entry("16", "T") == known.hard[16][UP_CARDS.index("T")] == "Rh"
    assert soft.entry("18", "3") == "Ds"
    assert {entry for grid in found.grids for row in grid.rows for entry in row.cells} == set(found.legend)


def test_go_fore_it_chart_is_the_election() -> None:
    """For each two point values, both ways round."""
    (grid,) = of("go-fore-it").grids
    for (one, two), goes_on in go_fore_it_edges.elections().items():
        assert grid.entry(str(one), str(two)) == grid.entry(str(two), str(one)) == ("B" if goes_on else "F")


def test_over_under_chart_is_the_election() -> None:
    """The best of three after each first card, and what each is worth."""
    (grid,) = of("over-under").grids
    assert grid.entry("T J Q K", "best") == "Over 23"
    assert [row.cells[0] for row in grid.rows].count("Under 18") == list(over_under_edges.elections().values()).count(
        "under_18"
    )
    assert grid.entry("2", "Under 18") == f"{float(100 * over_under_edges.expectation(2, 'under_18')):+.2f} %"


def test_casino_war_chart_goes_to_war() -> None:
    """War costs less than the half that surrender costs."""
    found = of("casino-war")
    assert found.steps[0] == "On every tie hand: War."
    assert found.grids[0].entry("surrender", "on the tie hand") == "-50.00 %"
    assert casino_war_edges.war(6).mean > casino_war_edges.HALF
    tie = Election(2, "tie hand", (Option("surrender"), Option("war")), "651a.9(c)")
    worths = [row.cells[0] for row in found.grids[0].rows]
    assert [found.grids[0].entry(*place[1:]) for place in cells(GAMES["casino-war"], tie, {})] == worths


@pytest.mark.slow
def test_dj_wild_chart_says_what_to_raise() -> None:
    """On random hands the class, the pair and the lowest card with it give the optimal election."""
    found, rng, pairs = of("dj-wild-stud-poker"), random.Random(687), 0
    assert found.steps == ("High card: fold.", "Two pair or better: Raise.")
    for _ in range(4000):
        cards = rng.sample(DECK_WITH_JOKER, 5)
        value, raised = DJ_WILD.best(cards), dj_wild_edges.raises(cards)
        hand = DJ_WILD.name(value)
        if hand is Hand.PAIR:
            pair, lowest = (LADDER[(value >> at & 15) - 2] for at in (PLACES[0], PLACES[3]))
            assert found.grids[0].entry(f"{NAMES.get(pair, pair)}s", lowest) == ("R" if raised else "F")
            pairs += 1
        else:
            assert raised is (hand is not Hand.HIGH_CARD)
    assert pairs > 1000


def lit(game: str, kind: str, cards: Sequence[str]) -> tuple[str, str, str] | None:
    """The cell that a page lights up for a hand."""
    return cell(GAMES[game], Election(2, kind, (), "645a.8(a)"), {("2", 0): list(cards)})


def test_six_card_chart_tells_when_to_double() -> None:
    """On random hands every entry that is not a share gives the optimal election."""
    rules, rng = SixCardRules(double_down=True), random.Random(670)
    found = chart(GAMES["six-card-fortune-pai-gow-poker"], rules)
    assert found is not None
    said = dict.fromkeys("D–", 0)
    for _ in range(1000):
        cards = rng.sample(DECK_WITH_JOKER, 6)
        made, doubles = six_card_edges.best_setting(cards, six_card_edges.Play.DOUBLED)
        hand, low = SIX_CARDS.name(made.high_value), made.low[0]
        first = (LADDER + LADDER[-1])[(made.high_value >> PLACES[0] & 15) - 2]  # a straight may stand above the ace
        named = {Hand.PAIR: f"pair of {NAMES.get(first, first)}s", Hand.HIGH_CARD: f"{NAMES.get(first, first)} high"}
        head, column = named.get(hand, hand.words), "joker" if low == JOKER else low[0]
        entry = found.grids[-1].entry(head, column)
        assert entry
        assert lit("six-card-fortune-pai-gow-poker", "double down", made.cards) == (found.grids[-1].title, head, column)
        if "%" not in entry:
            assert doubles is (entry == "D")
            said[entry] += 1
    assert min(said.values()) > 100


def test_tile_points_are_nearly_the_best_play() -> None:
    """Set by the points a wager is worth within a fiftieth of a per cent of the best there is, and well above the house way."""
    for way in HouseWay:
        rules = GAMES["pai-gow"].rules(house_way=way)  # type: ignore[call-arg]
        best, house = (-edge.house_edge for edge in pai_gow_edges.edges(rules)[:2])  # type: ignore[arg-type]
        assert best - Fraction(2, 10_000) < tiles.expectation(way) < best
        assert tiles.expectation(way) > house + Fraction(3, 100)


def test_tiles_find_the_points_of_every_way() -> None:
    """Two entries for each of the three ways, which are its points; those that would be set the wrong way round are left out."""
    way, rng = HouseWay.LOW_FIRST, random.Random(621)
    grids = {grid.title: grid for grid in of("pai-gow").grids}
    question = Election(2, "low hand", (), "621a.8(a)")
    for _ in range(200):
        held = rng.sample(TILES, 4)
        ways = [made for low in low_hands(held) if not (made := set_hands(held, low)).crossed]
        found = cells(GAMES["pai-gow"], question, {("2", 0): held})
        wanted = {
            str(tiles.score(way, row, strength(two)))
            for made in ways
            for row, two in ((tiles.HIGH, made.high), (tiles.LOW, made.low))
        }
        assert {grids[title].entry(head, column) for title, head, column in found} == wanted
    assert cells(GAMES["pai-gow"], question, {}) == ()


def test_six_card_chart_tells_what_to_break_up() -> None:
    """On random hands the ranks kept together and the card the house lays low say whether a better card goes low."""
    rng, asked, wrong = random.Random(67), dict.fromkeys((True, False), 0), 0
    found = chart(GAMES["six-card-fortune-pai-gow-poker"], SixCardRules(double_down=True))
    assert found is not None
    one, two = found.grids[:2]
    cards = (*LADDER, "joker")
    for _ in range(1300):
        hand = rng.sample(DECK_WITH_JOKER, 6)
        made, best = house_way(hand), six_card_edges.best_setting(hand, six_card_edges.Play.DOUBLED)[0]
        kept = SIX_CARDS.name(made.high_value)
        first, second = (LADDER[(made.high_value >> at & 15) - 2] for at in PLACES[:2]) if kept in SETS else ("", "")
        if not first:
            continue
        first = "joker and ace" if first == "A" and JOKER in made.high else f"{NAMES.get(first, first)}s"
        row = kept.words if kept is not Hand.TWO_PAIR else f"{NAMES.get(second, second)}s"
        grid = two if kept is Hand.TWO_PAIR else one
        assert lit("six-card-fortune-pai-gow-poker", "low hand", hand) == (grid.title, first, row)
        least = grid.entry(first, row) if first in {line.head for line in grid.rows} else "–"
        low = "joker" if made.low == (JOKER,) else made.low[0][0]
        broken = least != "–" and cards.index(low) <= cards.index(least)
        asked[broken] += 1
        wrong += broken is not (best != made)
    assert min(asked.values()) > 65
    assert wrong < 4


SETS = (Hand.PAIR, Hand.TWO_PAIR, Hand.THREE_OF_A_KIND)


def test_pai_gow_poker_chart_has_the_two_pair_rules() -> None:
    """On random hands the ranks of both pairs and the highest card besides say whether the lower pair goes low."""
    rng, asked, wrong = random.Random(645), dict.fromkeys((True, False), 0), 0
    grid = of("pai-gow-poker").grids[0]
    for pairs in rng.sample(list(combinations(LADDER, 2)), 60):
        for _ in range(3):
            others = rng.sample([rank for rank in LADDER if rank not in pairs], 3)
            hand = [rank + suit for rank, suit in zip(pairs * 2 + tuple(others), "SSHHDDC", strict=True)]
            if {Hand.STRAIGHT, Hand.FLUSH} & {*RANKING.lines(hand)}:
                continue
            low, high = (f"{NAMES.get(rank, rank)}s" for rank in pairs)
            least, other = grid.entry(high, low), max(map(LADDER.index, others))
            assert lit("pai-gow-poker", "low hand", hand) == (grid.title, high, low)
            kept = least != "S" and other >= LADDER.index(least)
            asked[kept] += 1
            wrong += kept is not (len({card[0] for card in best_setting(hand, HouseWayName.STANDARD).low}) > 1)
    assert min(asked.values()) > 20
    assert wrong < 8


def test_pai_gow_poker_chart_tells_what_the_house_way_costs() -> None:
    """Classes add up to all of it, which is what the edges differ by, within their interval."""
    found, rules = of("pai-gow-poker"), GAMES["pai-gow-poker"].example()
    *rows, every = found.grids[-1].rows
    cost = [Fraction(row.cells[2].removesuffix(" %")) / 100 for row in (*rows, every)]
    assert abs(sum(cost[:-1]) - cost[-1]) < Fraction(len(rows), 10**6)
    best, house = pai_gow_poker_edges.edges(rules)[:2]  # type: ignore[arg-type]
    assert abs(house.house_edge - best.house_edge - cost[-1]) < best.half_width + Fraction(1, 10_000)


@pytest.mark.parametrize("name", DECIDING)
def test_minds_play_lawfully(name: str) -> None:
    """Forty rounds with the main wager at the first seat: every answer is one of those asked for."""
    game, rng = GAMES[name], random.Random(name)
    rules = game.example()
    player, state, asked = strategy(game, rules), game.open(rules), 0
    assert player is not None
    needed = {kind.needs for kind in game.wagers} | {game.wagers[0].name}
    first = [kind.name for kind in game.wagers if kind.tendered and (kind.name in needed or kind.name == "blind")]
    for number in range(1, 41):
        play = Round(game, rules, state, RoundStart(number, seated=(1,)))
        events = list(play.events)
        while not play.closed:
            if isinstance(play.pending, Window):
                for wager in first:
                    events += play.answer(Answer(1, WAGER, wager, "", 1000))
                events += play.answer(close_betting())
            elif isinstance(play.pending, Draw):
                events += play.answer(weighted(play.pending, rng.randrange))
            else:
                election = play.elections()[0]
                if election.to == 1:
                    events += play.answer(player.answer(election, Seen(1, events)))
                    asked += 1
                else:
                    events += play.answer((election.default or election.options[0]).answer(election.to))
        state = play.result
    assert asked >= (1 if name == "casino-war" else 40)


def test_face_up_chart_tells_what_seven_cards_can_do() -> None:
    """On random deals the line that is lit promises what the best of all settings comes to, and each line is met."""
    rng, met, way = random.Random(688), set[str](), next(iter(HOUSE_WAYS.values()))
    for _ in range(1300):
        cards = rng.sample(DECK_WITH_JOKER, 14)
        mine, shown = cards[:7], way.set(cards[7:])
        hands = {("2", 0): mine, ("dealer", 0): list(shown.cards)}
        found = cell(GAMES["face-up-pai-gow-poker"], Election(2, "low hand", (), "688a.9"), hands)
        assert found is not None
        title, line, column = found
        assert (title, column) == (face_up_cell.GRID, face_up_cell.SET)
        outcome = compare(best_against(mine, shown, way), shown)[0]
        assert (
            face_up_chart.LINES[line][1]
            == {Outcome.WINS: "a win", Outcome.TIES: "a tie", Outcome.LOSES: "a loss"}[outcome]
        )
        met.add(line)
    assert met == set(face_up_chart.LINES)
