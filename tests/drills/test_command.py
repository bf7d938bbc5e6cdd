"""``pitboss drill``: practice and exam through the keyboard."""

import re
from pathlib import Path

from pitboss import catalogue
from pitboss.drills import asking, exam
from pitboss.drills.kinds import Kind
from pitboss.drills.progress import read
from pitboss.drills.tables import Setting
from tests.cli.conftest import Pitboss, pitboss

__all__ = ["pitboss"]
SEED = "11" * 32


def over_under() -> Setting:
    game = catalogue.game("over-under")
    return Setting(game, game.example())


def test_practice_grades_with_the_provision_and_keeps_what_was_weak(pitboss: Pitboss, tmp_path: Path) -> None:
    """A wrong amount is told with the settlement and its provision; the file has the weak topic."""
    kept = tmp_path / "learned.json"
    status, out, err = pitboss(
        "drill", "over-under", "--kind", "pay", "--count", 2, "--seed", SEED, "--progress", kept, typed="much\n0.01\n"
    )
    assert (status, err) == (0, "")
    assert "'much' is not an amount of money" in out
    assert re.search(r"Wrong; right is: \$\d+\.\d\d\.", out)
    assert "[686a." in out
    assert "686a.8" in out
    assert "0 of 1 right" in out
    known = read(kept.read_bytes())
    assert (known.asked, known.right) == (1, 0)
    assert len(known.topics) == 1


def test_decisions_are_told_with_their_cost(pitboss: Pitboss) -> None:
    """All answers in turn: one is right, the others cost."""
    told = [
        pitboss("drill", "over-under", "--kind", "decisions", "--count", 1, "--seed", SEED, typed=f"{n}\n")[1]
        for n in (1, 2, 3)
    ]
    assert sum("Hint: Right" in out for out in told) == 1
    assert sum(bool(re.search(r"Your answer costs \$\d+\.\d{4}, \d+\.\d\d % of the wager", out)) for out in told) == 2


def test_an_exam_leaves_a_record_to_print(pitboss: Pitboss, tmp_path: Path) -> None:
    """Name, date, score, and every question with the provision behind it; nothing is graded before the end."""
    out = tmp_path / "record.html"
    drills = exam.paper(over_under(), tuple(Kind), bytes.fromhex(SEED), 5)
    assert len({drill.question.kind for drill in drills}) > 1
    typed = "".join(f"{drill.accepted[0]}\n" for drill in drills[:4])
    last = drills[4].question
    wrong = next((choice.key for choice in last.choices if choice.key not in drills[4].accepted), "0.01")
    status, told, _ = pitboss(
        "drill", "over-under", "--count", 5, "--seed", SEED, "--exam", out,
        "--name", "A. <Dealer>", "--date", "17 November 2026", typed=f"{typed}{wrong}\n",
    )  # fmt: skip
    assert status == 0
    assert "Hint" not in told
    assert "4 of 5 right" in told
    page = out.read_text(encoding="utf-8")
    for words in ("A. &lt;Dealer&gt;", "17 November 2026", "4 of 5"):
        assert words in page
    for drill in drills:
        assert all(cite in page for cite in drill.cites)


def test_what_cannot_be_done_is_refused_in_a_sentence(pitboss: Pitboss, tmp_path: Path) -> None:
    out = tmp_path / "record.html"
    for words, sentence in (
        (("--kind", "call"), "Over/Under has no drills of"),
        (("--seed", "12"), "A seed is 64 hexadecimal digits"),
        (("--exam", out), "give --name"),
        (("--exam", out, "--name", "A", "--progress", out), "give --exam or --progress"),
        (("--count", "0"), "Expected a whole number from 1 to 200"),
        (("--exam", out, "--name", "A", "--kind", "read"), "The exam was left after 0 of 10 questions."),
    ):
        status, _, err = pitboss("drill", "over-under", *words)
        assert status == 2
        assert sentence in err
        assert err.count("\n") == 1
    assert not out.exists()


def test_the_questions_of_a_sitting_are_those_that_anybody_can_make_again() -> None:
    question = asking.question(over_under(), Kind.FLOOR, bytes.fromhex(SEED), 0)
    assert (question.game, question.seed, question.number) == ("over-under", SEED, 0)
