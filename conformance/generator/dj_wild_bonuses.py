"""687a, Trips, Two-Way Bad Beat and the Progressive: every line of every paytable."""

from collections.abc import Sequence

from generator.cards import mixed
from generator.dj_wild_hands import ANTE, HANDS, NAMES, RAISE, SIDE, best, low_dealer, main_lines, of, two
from generator.kit import Game, Lines, play, says, settled, table, wager
from pitboss_audit import poker
from pitboss_audit.games.dj_wild import trips_pays as trips_odds
from pitboss_audit.money import PAYTABLES, envies, paid
from pitboss_audit.poker import JOKER, natural


def trips_pays(name: str, cards: Sequence[str]) -> str:
    """What a hand is paid, noted as asked for on every line of the paytable that pays so."""
    odds = trips_odds(name, cards)
    rows = PAYTABLES[f"687a.12(d)#{name}"]["rows"]
    Lines.asked.update((f"687a.12(d)#{name}", row["outcome"]) for row in rows if row["pay"] == odds)
    return odds


def trips(game: Game) -> None:
    for name in ("DJWT-04", "DJWT-05", "DJWT-06", "DJWT-07"):
        rules = {"trips_bonus": True, "trips_bonus_paytable": name}
        for key in HANDS:
            mine = of(key)
            dealer = low_dealer(mine)
            pays = trips_pays(name, mine)
            lines = [*main_lines(mine, dealer), settled(1, "trips_bonus", SIDE, paid(SIDE, pays) if pays else 0)]
            given = play([*two(), wager(1, "trips_bonus", SIDE)], [*mine, *dealer], RAISE)
            title = f"Trips Bonus, {name}: {key.replace('-', ' ')}"
            reading = (
                "A 2 may stand as a plain 2 where that pays more."
                if "with-two" in key or key.endswith("ace-low")
                else ""
            )
            game.case(
                f"trips-{name}-{key}",
                "12(d)" if pays else "11(f)(2)(i)",
                title,
                given,
                lines,
                rules=rules,
                reading=reading,
            )
    mine = of("trips")
    dealer = low_dealer(mine)
    given = play([*two(), wager(1, "trips_bonus", SIDE)], [*mine, *dealer], [says(1, "fold")])
    lines = [settled(1, "ante", ANTE, 0), settled(1, "blind", ANTE, 0), settled(1, "trips_bonus", SIDE, 7 * SIDE)]
    rules = {"trips_bonus": True, "trips_bonus_paytable": "DJWT-05"}
    game.case("trips-folded", "11(b)(1)", "a folded hand keeps its Trips Bonus Wager", given, lines, rules=rules)


def bad_beat(game: Game) -> None:
    beaten = {
        "royal": ("AS KS QS JS TS", "2S 2H 2D 2C JK"),
        "five": ("9S 9H 9D 9C JK", "AS KS QS JS TS"),
        "straight-flush": ("9S 8S 7S 6S 5S", "TH 9H 8H 7H 6H"),
        "four": ("8S 8H 8D 8C AS", "9S 9H 9D 9C KS"),
        "full-house": ("8S 8H 8D AS AH", "9S 9H 9D 4S 4H"),
        "flush": ("AH TH 9H 6H 3H", "AS JS 9S 6S 3S"),
        "straight": ("8S 7H 6D 5C 4S", "9S 8H 7D 6C 5S"),
        "trips": ("8S 8H 8D AS KH", "9S 9H 9D KS 4H"),
        "two-pair": ("8S 8H 7S 7H AS", "9S 9H 4S 4H KS"),
        "trips-push": ("9S 8H 7D 6C 5S", "9H 8D 7C 6S 5H"),
    }
    for name in ("DJWBB-01", "DJWBB-02", "DJWBB-03", "DJWBB-04"):
        pays = table(f"687a.12(e)#{name}")
        for both in (True, False):
            rules = {"two_way_bad_beat_bonus": True, "two_way_bad_beat_bonus_paytable": name, "two_way": both}
            for key, (loser, winner) in beaten.items():
                for whose, (mine, dealer) in (
                    ("player", (loser.split(), winner.split())),
                    ("dealer", (winner.split(), loser.split())),
                ):
                    counts = (whose == "player" or both) and best(mine) != best(dealer)
                    odds = pays.get(NAMES.get(best(loser.split())[0], ""), "") if counts else ""
                    lines = [
                        *main_lines(mine, dealer),
                        settled(1, "two_way_bad_beat_bonus", SIDE, paid(SIDE, odds) if odds else 0),
                    ]
                    given = play([*two(), wager(1, "two_way_bad_beat_bonus", SIDE)], [*mine, *dealer], RAISE)
                    way = "either hand" if both else "the player's hand alone"
                    if not both and (whose == "player" or name != "DJWBB-01"):
                        continue
                    game.case(
                        f"bad-beat-{name}-{key}-{whose}" + ("" if both else "-one-way"),
                        "12(e)" if odds else "11(f)(3)(i)",
                        f"Two-Way Bad Beat, {name}, {way} counting: the {whose}'s {key.replace('-', ' ')} is beaten",
                        given,
                        lines,
                        rules=rules,
                        reading="The rules filed say whether a dealer's beaten hand pays too.",
                    )
    mine, dealer = beaten["trips"][0].split(), beaten["trips"][1].split()
    given = play([*two(), wager(1, "two_way_bad_beat_bonus", SIDE)], [*mine, *dealer], [says(1, "fold")])
    lines = [
        settled(1, kind, stake, 0)
        for kind, stake in (("ante", ANTE), ("blind", ANTE), ("two_way_bad_beat_bonus", SIDE))
    ]
    game.case(
        "bad-beat-folded",
        "11(b)(2)",
        "a folded hand forfeits its Bad Beat Wager",
        given,
        lines,
        rules={"two_way_bad_beat_bonus": True, "two_way_bad_beat_bonus_paytable": "DJWBB-01"},
    )


def progressive(game: Game) -> None:
    """A plain poker hand: the joker is replaced by the card set aside, and a 2 is a 2."""
    hands = (
        "royal",
        "straight-flush",
        "straight-flush-with-two",
        "four",
        "full-house",
        "full-house-with-twos",
        "flush",
        "flush-with-two",
        "straight",
        "straight-with-two",
        "trips",
        "two-pair",
        "four-wild",
        "royal-wild",
        "five-nines-four",
        "royal-joker",
        "trips-joker",
    )
    for name, unit, seed in (("1", 100, 200000), ("2", 500, 1000000)):
        printed = f"687a.12(c)#Progressive Paytable {name}"
        pays, envy = table(printed), envies(printed)
        rules = {
            "progressive_bonus": True,
            "progressive_bonus_paytable": name,
            "progressive_rate": "20",
            "progressive_stake_back": True,
        }
        for key in hands:
            mine = of(key)
            dealer = low_dealer(mine)
            aside = {"royal-joker": "QS", "trips-joker": "9C"}.get(key, "KC" if "KC" not in mine else "QC")
            plain = [aside if card == JOKER else card for card in mine]
            line = NAMES.get(natural(plain, poker.LOWEST_WHEEL)[0], "")
            odds = pays.get(line, "")
            for other in (False, True):
                meter = seed + unit // 5 * (2 if other else 1)
                back = (
                    0
                    if not odds
                    else meter
                    if odds == "100% of meter"
                    else meter // 10
                    if "%" in odds
                    else paid(unit, odds)
                )
                if other and line not in envy:
                    continue
                wagers = [*two(), wager(1, "progressive_bonus", unit)]
                lines = [*main_lines(mine, dealer), settled(1, "progressive_bonus", unit, back)]
                chance = [*mine, *dealer, aside]
                said = RAISE
                if other:
                    second = mixed("T8743", [*mine, *dealer, aside], 2)
                    wagers += [*two(2), wager(2, "progressive_bonus", unit)]
                    lines += [
                        settled(2, "ante", ANTE, 0),
                        settled(2, "blind", ANTE, 0),
                        settled(2, "progressive_bonus", unit, 0),
                    ]
                    lines.append(settled(2, "progressive_bonus_envy", 0, envy[line]))
                    chance, said = [*mine, *second, *dealer, aside], [*RAISE, says(2, "fold")]
                title = f"Progressive Bonus, paytable {name}: {key.replace('-', ' ')}, {aside} set aside"
                game.case(
                    f"progressive-{name}-{key}" + ("-envy" if other else ""),
                    "12(c)" if odds else "11(f)(1)(i)",
                    title + (", and another player's Envy Bonus" if other else ""),
                    play(wagers, chance, said),
                    lines,
                    rules=rules,
                    reading="Twos are plain cards here, and odds of so many to 1 give the stake back.",
                )
