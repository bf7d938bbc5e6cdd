"""The floor as a file: what it says becomes tables, all its mistakes are told at once, and a house is compared with it."""

from pathlib import Path

import msgspec
import pytest

from pitboss import catalogue
from pitboss.house.floorplan.demonstration import demonstration, staff, text
from pitboss.house.floorplan.diff import as_founded, differences
from pitboss.house.floorplan.file import FloorFile, Pit, load, read
from pitboss.house.floorplan.lines import LineNumbers
from pitboss.house.floorplan.mistakes import Mistakes
from pitboss.roles import Role

FILING = """
game = "roulette"
minimum = "10.00"
maximum = "1000.00"
[limits]
straight = { maximum = "100.00" }
"""
HOUSE = '[house]\nholder = "Keystone"\n[[pit]]\nname = "A"\n'
TABLE = '[[table]]\nnumber = "RL-101"\npit = "A"\ngame = "roulette"\n'


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "filings").mkdir()
    (tmp_path / "filings" / "roulette.toml").write_text(FILING, encoding="utf-8")
    return tmp_path


def told(written: str, folder: Path) -> list[str]:
    """The mistakes of a file, as they are printed."""
    with pytest.raises(Mistakes) as caught:
        read(written, folder)
    return [str(mistake) for mistake in caught.value.found]


def table(written: str = "") -> str:
    return f'{HOUSE}{TABLE}filing = "filings/roulette.toml"\n{written}'


def test_a_table_is_run_as_its_lines_say(folder: Path) -> None:
    """Holder, filing, posted limits, who deals, timers: nothing of the file is lost on the way to the table."""
    more = """
    title = "Roulette by the door"
    limits = { minimum = "25.00", maximum = "1000.00", wagers = { straight = { maximum = "99.99" } } }
    dealt = "person"
    follow = true
    betting_seconds = 30
    decision_seconds = 3600
    pause_seconds = 4
    courtesy_seconds = 5
    absence_seconds = 0
    buy_in = "500.00"
    """
    path = folder / "floor.toml"
    path.write_text(table(more), encoding="utf-8")
    floor = load(path)
    (line,) = floor.tables
    rules, how = line.rules(floor.house.holder), line.settings
    assert (line.number, line.game, line.title) == ("RL-101", "roulette", "Roulette by the door")
    assert (rules.holder, rules.minimum, rules.most("straight"), rules.most("split")) == (
        "Keystone",
        2500,
        9999,
        100_000,
    )
    assert (line.filed.minimum, line.filed.most("straight")) == (1000, 10_000)
    assert (how.dealer, how.chance, how.follow, how.accounts, how.practice) == ("person", "entered", True, False, False)
    assert (how.betting_seconds, how.election_seconds, how.settled_seconds) == (30, 3600, 4)
    assert (how.courtesy_seconds, how.absence_seconds, how.buy_in, how.pit) == (5, 0, 50_000, "A")


@pytest.mark.parametrize(
    ("limits", "words"),
    [
        ('minimum = "10.00", maximum = "1000.00"', ""),
        ('minimum = "9.99"', "minimum of the table, $9.99, is below the one that was filed, $10.00."),
        ('maximum = "1000.01"', "maximum of the table, $1000.01, is above the one that was filed, $1000.00."),
        ('wagers = { straight = { maximum = "100.00" } }', ""),
        ('wagers = { straight = { maximum = "100.01" } }', "maximum of straight, $100.01, is above"),
        ('wagers = { split = { minimum = "9.99" } }', "minimum of split, $9.99, is below"),
        ('minimum = "100.01"', "The minimum of straight, $100.01, is above its maximum, $100.00."),
    ],
)
def test_gen_34_posted_limits_are_within_the_filing(folder: Path, limits: str, words: str) -> None:
    """At what was filed; a cent beyond it; and where they leave a wager nothing between its own limits."""
    written = table(f"limits = {{ {limits} }}")
    if not words:
        read(written, folder)
    else:
        (mistake,) = told(written, folder)
        assert mistake.startswith("line 10: ")
        assert words in mistake
        assert mistake.endswith("[I-GEN-34]")


def test_a_file_with_ten_mistakes_tells_ten(folder: Path) -> None:
    """In the floor file and in the filings that it names, each with its line and what was probably meant."""
    (folder / "filings" / "bad.toml").write_text(
        'game = "roulette"\nwhel = "single"\n[payouts]\nstraight = "34 to 1"\n', encoding="utf-8"
    )
    written = (
        '[house]\nholder = "Keystone"\nzone = "America/New_Yrok"\ngaming_day = "24:00"\n[[pit]]\nname = "Main"\n'
        '[[table]]\nnumber = "RL-101"\npit = "main"\ngame = "roulette"\nfiling = "filings/bad.toml"\nbeting_seconds = 3\n'
        '[[table]]\nnumber = "rl-101"\npit = "Main"\ngame = "roulete"\ndealt = "persn"\n'
        '[[table]]\nnumber = "house"\npit = "Main"\ngame = "roulette"\nfiling = "filings/bad.toml"\n'
    )
    assert [line.split(" Expected")[0].split(" The ")[0].split(" It takes")[0] for line in told(written, folder)] == [
        "line 3: zone = 'America/New_Yrok' is not allowed: did you mean America/New_York?",
        "line 4: gaming_day = '24:00' is not allowed: it takes an hour like \"06:00\".",
        "line 9: pit = 'main' is not allowed: did you mean Main?",
        "line 12: 'beting_seconds' is not known here; did you mean betting_seconds?",
        "line 14: There is already a table 'RL-101', on line 7; each has a name of its own, not in capital letters only.",
        "line 16: game = 'roulete' is not allowed: did you mean roulette?",
        "line 17: dealt = 'persn' is not allowed: did you mean person?",
        "line 19: number = 'house' is not allowed: 'house' is the name of the house's own record.",
        "filings/bad.toml, line 2: 'whel' is not a choice of this game; did you mean wheel?",
        "filings/bad.toml, line 4: payouts = {'straight': '34 to 1'} is not allowed: straight must pay at least 35 to 1. "
        "[617a.4(a)]",
    ]


@pytest.mark.parametrize(
    ("written", "words"),
    [
        ("", "no [house]"),
        (HOUSE, "no table"),
        ("a = [1,\n2", "line 2: This is not TOML"),
        ("a = " + "[" * 9999, "This is not TOML"),
        ('[house]\nholder = " "\n' + TABLE.replace('pit = "A"\n', ""), "line 2: holder = ' '"),
        (HOUSE + TABLE.replace("[[table]]", "[table]"), "written [[table]]"),
        (HOUSE + TABLE + "[[tabel]]\nnumber = 3\n", "line 9: 'tabel' is not known here; did you mean table?"),
        (HOUSE + TABLE.replace('game = "roulette"', "game = 3"), "game = 3"),
        (HOUSE + TABLE.replace("RL-101", "x" * 41), "up to 40 letters"),
        (HOUSE + TABLE.replace("RL-101", "a/b"), "letters, digits and dashes"),
        (HOUSE + TABLE + 'filing = "none.toml"', "line 9: filing = 'none.toml' is not allowed: there is no such file"),
        (HOUSE + TABLE + 'filing = "filings"', "there is no such file"),
        (HOUSE + TABLE + 'filing = "binary.toml"', "not text in UTF-8"),
        (
            HOUSE + TABLE.replace("roulette", "craps") + 'filing = "filings/roulette.toml"',
            "This filing is for 'roulette'",
        ),
        (HOUSE.replace('"A"', '"A"\nshifts = []') + TABLE, "line 5: 'shifts' is not known here"),
        (HOUSE.replace('"Keystone"', '"Keystone"\nshifts = ["06:00", "06:00"]') + TABLE, "line 3: shifts"),
        (HOUSE.replace('"Keystone"', '"Keystone"\nshifts = ["07:00", "14:00"]') + TABLE, "begins with the gaming day"),
        (HOUSE.replace('"Keystone"', '"Keystone"\nzone = "../etc"') + TABLE, "line 3: zone"),
        (table('chance = "entered"'), "nobody is there to enter it"),
        (table("follow = true"), "nobody is there to speak for the seats"),
        (table('dealt = "person"\nfollow = true\naccounts = true'), "do not sign in"),
        (table("betting_seconds = 3601"), "seconds from 0"),
        (table("betting_seconds = 0"), "only time closes betting"),
        (table("pause_seconds = nan"), "seconds from 0"),
        (table("practice = 1"), "true or false"),
        (table("limits = 3"), "a table of minimum, maximum, wagers"),
        (table("limits = { wagers = { straight = 3 } }"), "minimum and maximum"),
        (table("limits = { wagers = { strait = {} } }"), "did you mean straight?"),
        (table('meter = "north"'), "is filed as linked"),
    ],
)
def test_one_mistake_is_one_sentence(folder: Path, written: str, words: str) -> None:
    """What was wrong, and what is allowed."""
    (folder / "binary.toml").write_bytes(b"\xff\xfe")
    mistakes = told(written, folder)
    assert words in "\n".join(mistakes)
    assert len(mistakes) <= 1 + (written == "")
    assert all("\n" not in mistake for mistake in mistakes)


def test_gen_34_posted_limits_that_contradict_each_other_are_told_beside_those_beyond_the_filing(folder: Path) -> None:
    limits = 'minimum = "9.99", wagers = { straight = { minimum = "60.00", maximum = "50.00" } }'
    assert told(table(f"limits = {{ {limits} }}"), folder) == [
        "line 10: The posted minimum of the table, $9.99, is below the one that was filed, $10.00. [I-GEN-34]",
        "line 10: The minimum of straight, $60.00, is above its maximum, $50.00. [I-GEN-34]",
    ]


def test_a_pit_named_twice_is_offered_once(folder: Path) -> None:
    twice = HOUSE + '[[pit]]\nname = "A"\n' + TABLE.replace('pit = "A"', 'pit = "Q"')
    assert told(twice, folder) == [
        "line 6: There is already a pit 'A', on line 3; each has a name of its own.",
        "line 9: pit = 'Q' is not allowed: expected one of: A.",
    ]


def test_633a_13_all_that_two_choices_of_a_filing_exclude_is_told_beside_what_is_misspelt(folder: Path) -> None:
    """The chapter tells one conflict at a time; nobody has to check the file again to learn of the next."""
    lines = ['game = "blackjack"', "max_resplits = -1", "max_ace_resplits = -1", "decks = 1", "match_the_dealer = true"]
    lines += ["royal_match_21 = true", 'royal_match_21_paytable = "C"', 'split_aces = "one_card"', "adjacent_boxes = 1"]
    lines += ['settlement_order = "mixed"']
    (folder / "filings" / "blackjack.toml").write_text("\n".join(lines), encoding="utf-8")
    floor = HOUSE + TABLE.replace("roulette", "blackjack") + 'filing = "filings/blackjack.toml"\n'
    at = "filings/blackjack.toml, line"
    assert told(floor, folder) == [
        f"{at} 2: max_resplits = -1 is not allowed: it takes a whole number from 0. [633a.11(c)]",
        f"{at} 3: max_ace_resplits = -1 is not allowed: it takes a whole number from 0. [633a.11(c)]",
        f"{at} 5: match_the_dealer has paytables for six and eight decks only. [633a.13(d)]",
        f"{at} 7: royal_match_21_paytable C is not for one deck. [633a.13(f)(1)]",
    ]


def test_a_file_that_is_not_text(tmp_path: Path) -> None:
    (tmp_path / "floor.toml").write_bytes(b"\xff")
    with pytest.raises(Mistakes, match=r"floor\.toml is not text in UTF-8\."):
        load(tmp_path / "floor.toml")


def test_601a_2_a_filing_of_another_holder_is_refused(folder: Path) -> None:
    """One that names nobody, as ``submission new`` writes it, is in the name of the house."""
    path = folder / "filings" / "roulette.toml"
    path.write_text('holder = "Other"\n' + FILING, encoding="utf-8")
    assert told(table(), folder) == [
        "filings/roulette.toml, line 1: This filing is Other's; the house is Keystone's. [601a.2]"
    ]
    path.write_text('holder = "Keystone"\n' + FILING, encoding="utf-8")
    assert read(table(), folder).tables[0].rules("Keystone").holder == "Keystone"


def test_gen_33_meters_that_move_together_are_filed_alike(folder: Path) -> None:
    """The same word at two tables: their linked meters have the same paytable, seed and rates."""
    game = "face-up-pai-gow-poker"
    linked = f'game = "{game}"\nhouse_way = "standard"\nprogressive_payout = true\nprogressive_link_group = "all"\n'
    for name, paytable in (("one", 4), ("two", 4), ("three", 1)):
        filing = f'{linked}progressive_payout_paytable = "{paytable}"\n'
        (folder / f"{name}.toml").write_text(filing, encoding="utf-8")
    each = f'[[table]]\nnumber = "%s"\npit = "A"\ngame = "{game}"\nfiling = "%s.toml"\nmeter = "north"\n'
    floor = read(HOUSE + each % ("one", "one") + each % ("two", "two"), folder)
    assert [line.settings.link for line in floor.tables] == ["north", "north"]
    (mistake,) = told(HOUSE + each % ("one", "one") + each % ("three", "three"), folder)
    assert mistake.startswith("line 11: The linked meters of three and one are not filed alike")
    assert mistake.endswith("[I-GEN-33]")


def test_the_demonstration_is_a_floor_file_with_every_game() -> None:
    """One table against the clock, one for practice and one that a person deals, where real cards and dice are entered."""
    by_number = {line.number: line for line in demonstration().tables}
    kinds = ("1", "practice", "live")
    felt = by_number.pop("roulette-felt")
    assert felt.settings.follow
    assert set(by_number) == {f"{game}-{kind}" for game in catalogue.games() for kind in kinds}
    for game in catalogue.games():
        timed, practice, live = (by_number[f"{game}-{kind}"].settings for kind in kinds)
        assert (timed.dealer, timed.accounts, timed.betting_seconds) == ("automatic", True, 20)
        assert (practice.practice, practice.accounts, practice.betting_seconds) == (True, False, 0)
        assert (live.dealer, live.accounts) == ("person", True)
        assert live.chance == ("generator" if game == "blackjack" else "entered")
    places = staff(demonstration().tables)
    standing = [one for here in places.values() for one in here if one[0] is not Role.FLOORPERSON]
    assert len(standing) == len(set(standing)) == 6, "nobody stands at two tables"
    assert places["blackjack-live"] == ((Role.DEALER, "DEMO-dealer"), (Role.FLOORPERSON, "DEMO-floorperson"))
    assert [role for role, _ in places["craps-live"]] == [
        Role.DEALER,
        Role.STICKPERSON,
        Role.BOXPERSON,
        Role.FLOORPERSON,
    ]
    assert "[[table]]" in text()


def changed(floor: FloorFile, written: str, folder: Path) -> list[str]:
    """What differs between a house with the first floor and the second file."""
    now = [as_founded(line, floor.house.holder) for line in floor.tables]
    return [str(found) for found in differences(read(written, folder), now, floor.house, floor.pits)]


def test_a_house_is_compared_with_its_file(folder: Path) -> None:
    """Nothing where nothing differs; else each difference in a sentence, before and after by name."""
    floor = read(table('[[table]]\nnumber = "BJ-1"\npit = "A"\ngame = "blackjack"\n'), folder)
    assert changed(floor, table('[[table]]\nnumber = "BJ-1"\npit = "A"\ngame = "blackjack"\n'), folder) == []
    (folder / "filings" / "other.toml").write_text(FILING + '[payouts]\nstraight = "36 to 1"\n', encoding="utf-8")
    after = """
[house]
holder = "Keystone"
gaming_day = "07:00"
several_tables = false
[[pit]]
name = "A"
title = "Main floor"
[[pit]]
name = "B"
[[table]]
number = "RL-101"
pit = "B"
game = "roulette"
title = "Roulette by the door"
filing = "filings/other.toml"
limits = { minimum = "25.00", wagers = { straight = { maximum = "50.00" } } }
betting_seconds = 30
buy_in = "500.00"
accounts = false
[[table]]
number = "CR-1"
pit = "A"
game = "craps"
dealt = "person"
"""
    assert changed(floor, after, folder) == [
        "The house: gaming_day 06:00 → 07:00; shifts 06:00, 14:00, 22:00 → 07:00; several_tables true → false.",
        "Pits: A A → Main floor; B nothing → B.",
        "RL-101: title Roulette → Roulette by the door.",
        "RL-101: filing, payouts nothing → straight 36 to 1.",
        "RL-101: minimum 10.00 → 25.00; maximum of straight 100.00 → 50.00.",
        "RL-101: pit A → B.",
        "RL-101: accounts true → false.",
        "RL-101: betting_seconds 20 → 30; buy_in 1000.00 → 500.00.",
        "CR-1 is new: Craps, dealt by a person, in pit A.",
        "BJ-1 (Blackjack) is in the house and not in the file.",
    ]
    other_game = changed(floor, table().replace("RL-101", "BJ-1"), folder)
    assert "BJ-1 is for blackjack, not for roulette" in other_game[0]


def test_a_pit_without_a_table_is_no_difference_that_could_never_be_applied(folder: Path) -> None:
    """Named at a desk, or left behind when its tables moved: the record has no end of a pit."""
    floor = read(table(), folder)
    now = [as_founded(line, floor.house.holder) for line in floor.tables]
    assert differences(floor, now, floor.house, [*floor.pits, Pit("Z", "Empty")]) == []
    there = [msgspec.structs.replace(one, settings=msgspec.structs.replace(one.settings, pit="Z")) for one in now]
    told_of = [str(one) for one in differences(floor, there, floor.house, [*floor.pits, Pit("Z", "Hall")])]
    assert told_of == ["Pits: Z Hall → nothing.", "RL-101: pit Z → A."]


def test_lines_are_found_whatever_a_file_looks_like() -> None:
    """Lists over several lines, long texts, quoted and dotted keys, tables within tables."""
    lines = LineNumbers(
        'a = """\n[[t]]\nx = 1\n"""\n[[t]]\n"q r" = [ # x = 2\n  "]",\n  { k = 1 },\n]\n[t.deep]\nb.c = 1979-05-27 '
        "07:32:00\n[[t]]\nx = '\"'\n"
    )
    assert [lines.of("t", 0), lines.of("t", 0, "q r", 1, "k"), lines.of("t", 0, "deep", "b", "c")] == [5, 8, 11]
    assert [lines.of("t", 1), lines.of("t", 1, "x"), lines.of("t", 1, "none"), lines.of("u")] == [12, 13, 12, 0]
