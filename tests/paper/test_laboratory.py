"""The laboratory report: the PAR sheet, and beside every figure what it is checked by."""

import html as markup
import re
from fractions import Fraction
from pathlib import Path

import pytest

from pitboss import catalogue
from pitboss.drivers.fair import Stream
from pitboss.mathematics.kit.chi_square import chi_square
from pitboss.mathematics.kit.every_edge import edges_kept
from pitboss.mathematics.studies import second_methods
from pitboss.paper import laboratory
from pitboss.paper.documents import document_named
from pitboss.paper.page import html
from pitboss.procedure import Refused
from pitboss.rulebook import manifest
from tests.cli.conftest import Pitboss
from tests.cli.conftest import pitboss as run

__all__ = ["run"]
FEW = 1 << 14


def read(game: str) -> str:
    found = catalogue.game(game)
    page = html(laboratory.document_of(found, found.example(), rounds=FEW))
    return markup.unescape(re.sub(r"<[^>]+>", " ", page))


def test_the_command_that_is_printed_gives_the_same_bytes(
    run: Pitboss, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """From the submission that is printed, in another folder."""
    first, other = tmp_path / "first.html", tmp_path / "other"
    other.mkdir()
    run("report", "over-under", "--rounds", FEW, "--seed", "7", "--filing-number", "RS 7", "--out", first)
    page = first.read_text(encoding="utf-8")
    told = [markup.unescape(code) for code in re.findall(r"<code>([^<]*)</code>", page)]
    command = next(line for line in told if line.startswith("pitboss report"))
    assert command.endswith("--filing-number 'RS 7' --out report.pdf")
    lines = [line for line in told[told.index(command) + 1 :] if not re.fullmatch("[0-9a-f]{64}", line)]
    (other / laboratory.FILE).write_text("\n".join(lines) + "\n", encoding="utf-8")
    monkeypatch.chdir(other)
    words = command.replace("'RS 7'", "RS_7").replace("report.pdf", "report.html").split()[1:]
    status, _, said = run(*(word.replace("RS_7", "RS 7") for word in words))
    assert (status, said) == (0, "")
    assert (other / "report.html").read_bytes() == first.read_bytes()


def test_every_wager_has_its_method_its_count_and_a_certificate() -> None:
    text = read("go-fore-it")
    for words in (
        "Appendix B",
        "every way is counted",
        "plan, burned",
        "the sum alone",
        "Of handle from",
        "Covariance",
    ):
        assert words in text
    game = catalogue.game("go-fore-it")
    assert manifest.of().rules.version in text
    assert game.example().hash(game.name) in text


@pytest.mark.parametrize(("game", "wagers"), [("roulette", 7), ("big-six-wheel", 6), ("sic-bo", 10), ("baccarat", 5)])
def test_the_procedure_played_through_gives_the_published_edge(game: str, wagers: int) -> None:
    """Every outcome of a wheel and of dice; every order of six cards."""
    found = catalogue.game(game)
    rules = found.example()
    played = list(second_methods.played_through(found, rules, edges_kept(found, rules)))
    assert len(played) >= wagers
    assert all(each.edge == each.mathematics for each in played)


def test_an_edge_that_the_procedure_does_not_give_is_not_printed(monkeypatch: pytest.MonkeyPatch) -> None:
    game = catalogue.game("roulette")
    wrong = second_methods.PlayedThrough("red", "", "wheel", 38, Fraction(1, 19), Fraction(1, 18))
    monkeypatch.setattr(second_methods, "played_through", lambda *_: iter([wrong]))
    with pytest.raises(Refused, match=r"^The procedure makes the edge of red 1/19, the mathematics 1/18\."):
        laboratory.document_of(game, game.example(), rounds=FEW)


def test_a_simulation_stands_beside_every_edge_that_a_kernel_plays() -> None:
    """With the error that follows from the exact distribution, not from the sample."""
    game = catalogue.game("roulette")
    rules = game.example()
    found = second_methods.simulated(game, rules, edges_kept(game, rules), FEW, 58)
    red = next(each for each in found if each.estimate.wager == "red")
    assert red.edge is not None
    gap = abs(red.estimate.house_edge - Fraction(1, 19))
    assert red.apart == pytest.approx(float(gap) / float(red.edge.variance / FEW) ** 0.5)
    assert all(each.apart is None or each.apart < 6 for each in found)


def test_the_generator_is_counted_and_a_broken_one_stands_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """A generator that never gives the last number of a range has a chance of nothing; the control."""
    game = catalogue.game("roulette")
    assert second_methods.generator_is_known()
    (fair,) = second_methods.counted_chance(game, game.example(), 58)
    assert fair.chance > 1e-4
    below = Stream.below
    monkeypatch.setattr(Stream, "below", lambda self, n: min(below(self, n), n - 2))
    (broken,) = second_methods.counted_chance(game, game.example(), 58)
    assert broken.chance < 1e-9


def test_chi_square_has_the_chances_of_the_tables() -> None:
    """3.841 at one degree and 18.307 at ten leave 5 %."""
    assert chi_square(3.841459, 1) == pytest.approx(0.05, abs=1e-6)
    assert chi_square(18.307038, 10) == pytest.approx(0.05, abs=1e-6)


def test_blocks_are_told() -> None:
    assert second_methods.blocks_of(1 << 20) == "1 of 1,048,576 rounds"
    assert second_methods.blocks_of((1 << 21) + 5) == "2 of 1,048,576 rounds and one of 5"


@pytest.mark.parametrize("rounds", [0, 1 << 40])
def test_a_report_of_no_rounds_is_refused(rounds: int) -> None:
    game = catalogue.game("roulette")
    with pytest.raises(Refused, match=r"^A report simulates 1 to"):
        laboratory.document_of(game, game.example(), rounds=rounds)


def test_it_is_a_paper_of_a_filing() -> None:
    """A manager has it where the other papers are."""
    assert document_named("report").suffixes == (".pdf", ".html")
