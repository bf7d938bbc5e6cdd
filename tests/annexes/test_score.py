"""The O-score and the five ratios (143.31(c) and (d))."""

import math
from datetime import date
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.annexes.notice.answer import answer
from pitboss.annexes.notice.facts import Ground, ScoreDocument, Statement
from pitboss.annexes.notice.score import CONSTANT, DIGITS, natural_log, product, score, undefined
from pitboss.annexes.notice.sense import contradictions
from pitboss.annexes.notice.solvency import NEEDED, conditions
from tests.annexes.cases import PRIOR, STATEMENT, change, petition, says

# Ohlson (1980), model 1, as the literature gives it.
PUBLISHED = (-0.407, 6.03, -1.43, 0.0757, -1.72, -2.37, -1.83, 0.285, -0.521)


def with_liabilities(amount: int) -> Statement:
    return change(STATEMENT, total_liabilities=amount)


# --- the score ---------------------------------------------------------------------------------------------


def test_143_31_c_2_terms_of_the_score() -> None:
    """A constant and nine terms, with the signs of the published model (I-143-01)."""
    terms = score(STATEMENT, PRIOR).terms
    assert tuple(float(term.coefficient) for term in terms) == PUBLISHED
    assert float(CONSTANT) == -1.32
    assert [term.logarithm for term in terms] == [True, *[False] * 8]


@given(
    ta=st.integers(1, 10**10),
    tl=st.integers(1, 10**10),
    ca=st.integers(1, 10**10),
    cl=st.integers(0, 10**10),
    ni=st.integers(-(10**9), 10**9),
    last=st.integers(-(10**9), 10**9),
    ffo=st.integers(-(10**9), 10**9),
    index=st.fractions(1, 500, max_denominator=1000),
)
def test_143_31_c_2_score_beside_an_independent_sum(
    ta: int, tl: int, ca: int, cl: int, ni: int, last: int, ffo: int, index: Fraction
) -> None:
    """The exact score is that of the formula worked out in floating point."""
    this = change(STATEMENT, total_assets=ta, total_liabilities=tl, current_assets=ca, current_liabilities=cl,
                  net_income=ni, operating_cash_flow=ffo, gnp_index=index)  # fmt: skip
    swing = abs(ni) + abs(last)
    values = (
        math.log(ta / float(index)),
        tl / ta,
        (ca - cl) / ta,
        cl / ca,
        1 if tl > ta else 0,
        ni / ta,
        ffo / tl,
        1 if ni < 0 and last < 0 else 0,
        (ni - last) / swing if swing else 0,
    )
    expected = -1.32 + math.fsum(c * v for c, v in zip(PUBLISHED, values, strict=True))
    found = float(score(this, change(PRIOR, net_income=last)).at())
    assert found == pytest.approx(expected, rel=1e-9, abs=1e-9 * (1 + sum(abs(v) for v in values)))


@pytest.mark.parametrize(
    ("name", "facts", "last", "value"),
    [
        ("X", {"total_liabilities": 6_029_999}, 0, 0),
        ("X", {"total_liabilities": 6_030_000}, 0, 0),
        ("X", {"total_liabilities": 6_030_001}, 0, 1),
        ("Y", {"net_income": -1}, -1, 1),
        ("Y", {"net_income": -1}, 0, 0),
        ("Y", {"net_income": 0}, -1, 0),
        ("Y", {"net_income": 1}, -1, 0),
        ("change of NI", {"net_income": 300}, 100, Fraction(1, 2)),
        ("change of NI", {"net_income": -100}, 300, -1),
        ("WC/TA", {"current_liabilities": 803_000}, 0, Fraction(-1, 10)),
    ],
)
def test_143_31_c_2_each_term(name: str, facts: dict[str, int], last: int, value: Fraction) -> None:
    """X counts liabilities above assets, Y two years of loss, the last term the change of income."""
    found = score(change(STATEMENT, **facts), change(PRIOR, net_income=last))
    assert next(term.value for term in found.terms if term.name == name) == value


def test_143_31_c_2_no_income_in_either_year() -> None:
    """Without income or loss in both years the last term is 0 (I-143-02)."""
    assert product(score(STATEMENT, PRIOR).terms[-1]) == 0


@pytest.mark.parametrize("zero", ["total_assets", "total_liabilities", "current_assets"])
@pytest.mark.parametrize("ground", [Ground.FINANCIAL_DISTRESS, Ground.SOLVENCY_RATIOS])
def test_143_31_c_2_undefined_over_zero(zero: str, ground: Ground) -> None:
    """A score over zero is undefined, which is said, and neither (c) nor (d) is open (I-143-02)."""
    this = change(STATEMENT, **{zero: 0})
    assert undefined(this) == zero.replace("_", " ")
    found = answer(change(petition(ground), statement=this))
    assert found.grounds == {ground: False}
    assert found.score is None
    assert says(found, f"undefined, for the {zero.replace('_', ' ')} are zero")


@pytest.mark.parametrize(("liabilities", "distress"), [(1_744_299, False), (1_744_300, True), (1_744_301, True)])
def test_143_31_c_1_distress_from_one_half(liabilities: int, distress: bool) -> None:
    """At a score of exactly 0.5 a dealer is in distress; a dollar of liabilities less, and it is not."""
    found = answer(change(petition(Ground.FINANCIAL_DISTRESS), statement=with_liabilities(liabilities)))
    assert found.grounds == {Ground.FINANCIAL_DISTRESS: distress}
    if liabilities == 1_744_300:
        assert found.score == "0.5"


@given(st.fractions(Fraction(1, 10**6), 10**9, max_denominator=10**6).filter(lambda q: q != 1))
def test_143_31_c_2_logarithm_within_its_tolerance(number: Fraction) -> None:
    """More digits change a logarithm by less than is stated, and it is the natural one."""
    assert abs(natural_log(number) - natural_log(number, 4 * DIGITS)) < Fraction(1, 10**40)
    assert float(natural_log(number)) == pytest.approx(math.log(number), abs=1e-9)


def test_143_31_c_1_a_score_beside_its_bound_is_never_in_doubt() -> None:
    """A bound that the first digits cannot tell from the score is told from it by more of them."""
    found = score(change(STATEMENT, gnp_index=Fraction("112.303")), PRIOR)
    bound = found.at()
    assert found.reaches(bound) is (found.at(400) > bound)
    hair = Fraction(1, 10**60)
    assert found.reaches(found.at(400) - hair)
    assert not found.reaches(found.at(400) + hair)


@pytest.mark.parametrize("missing", list(ScoreDocument))
def test_143_31_c_4_documents(missing: ScoreDocument) -> None:
    """Until balance sheet, statement of operations and statement of cash flows are there the ten days do not begin."""
    assert answer(petition(Ground.FINANCIAL_DISTRESS)).board_decides_by == date(2019, 10, 21)
    for ground in (Ground.FINANCIAL_DISTRESS, Ground.SOLVENCY_RATIOS):
        two = change(STATEMENT, documents=tuple(each for each in ScoreDocument if each is not missing))
        found = answer(change(petition(ground), statement=two))
        assert found.board_decides_by is None
        assert says(found, f"lacks the {missing.replace('_', ' ')}")
    assert answer(change(petition(Ground.LOST_SALES), statement=two)).board_decides_by is not None


# --- the ratios --------------------------------------------------------------------------------------------

WEAK = change(STATEMENT, total_liabilities=1_500_000)  # a score between; of the ratios only the quick one is met


@pytest.mark.parametrize(
    ("liabilities", "between"),
    [(244_299, False), (244_300, True), (244_301, True), (1_744_299, True), (1_744_300, False), (1_744_301, False)],
)
def test_143_31_d_score_between(liabilities: int, between: bool) -> None:
    """A score of exactly -1.0 lies between, one of exactly 0.5 does not (I-143-03)."""
    assert score(with_liabilities(liabilities), PRIOR).between is between


@pytest.mark.parametrize(
    ("number", "facts", "met"),
    [
        # (i) at most 0.6: cash and receivables of 100,000 current liabilities
        (0, {"cash": 20_000, "receivables": 39_999}, True),
        (0, {"cash": 20_000, "receivables": 40_000}, True),
        (0, {"cash": 20_000, "receivables": 40_001}, False),
        # (ii) less than 1.0
        (1, {"current_assets": 99_999}, True),
        (1, {"current_assets": 100_000}, False),
        (1, {"current_assets": 100_001}, False),
        # (iii) greater than 2/3, of an equity of 150,000
        (2, {"total_assets": 650_001, "total_liabilities": 500_000}, False),
        (2, {"total_assets": 650_000, "total_liabilities": 500_000}, False),
        (2, {"total_assets": 649_999, "total_liabilities": 500_000}, True),
        # (iv) greater than 1.0
        (3, {"total_assets": 1_000_001, "total_liabilities": 500_000}, False),
        (3, {"total_assets": 1_000_000, "total_liabilities": 500_000}, False),
        (3, {"total_assets": 999_999, "total_liabilities": 500_000}, True),
        # (v) greater than 3/4, of an equity of 100,000
        (4, {"total_assets": 600_000, "total_liabilities": 500_000, "fixed_assets": 74_999}, False),
        (4, {"total_assets": 600_000, "total_liabilities": 500_000, "fixed_assets": 75_000}, False),
        (4, {"total_assets": 600_000, "total_liabilities": 500_000, "fixed_assets": 75_001}, True),
    ],
)
def test_143_31_d_ratios(number: int, facts: dict[str, int], met: bool) -> None:
    """Each ratio below its bound, at it and above it."""
    found = conditions(change(STATEMENT, current_liabilities=100_000, **facts))
    assert found[number].met is met
    assert found[number].cite == f"143.31(d)({('i', 'ii', 'iii', 'iv', 'v')[number]})"


@pytest.mark.parametrize(("equity", "reads"), [(-1, True), (0, True), (1, False)])
def test_143_31_d_without_equity(equity: int, reads: bool) -> None:
    """With no equity a burden above zero is a weakness; no burden is none (I-143-04)."""
    this = change(STATEMENT, total_assets=500_000 + equity, total_liabilities=500_000, fixed_assets=0)
    current, total, fixed = conditions(this)[2:]
    assert (current.met, total.met, fixed.met) == (True, True, False)
    assert (current.reading == "I-143-04") is reads


def test_143_31_d_without_current_liabilities() -> None:
    """Nothing due soon leaves the first two conditions unmet (I-143-09)."""
    quick, current, *_ = conditions(change(STATEMENT, current_liabilities=0))
    assert (quick.met, current.met) == (False, False)
    assert (quick.ratio, current.ratio) == (None, None)


@pytest.mark.parametrize(("assets", "met"), [(200_000, 1), (199_999, 2)])
@pytest.mark.parametrize(("fixed", "more"), [(3_397_500, 0), (3_397_501, 1)])
def test_143_31_d_three_of_five(assets: int, met: int, fixed: int, more: int) -> None:
    """Two conditions are too few, three are enough."""
    assert NEEDED == 3
    this = change(WEAK, current_assets=assets, fixed_assets=fixed)
    found = answer(change(petition(Ground.SOLVENCY_RATIOS), statement=this))
    assert found.ratios_met == met + more
    assert found.grounds == {Ground.SOLVENCY_RATIOS: met + more >= 3}


def test_143_31_d_ratios_without_the_score_are_not_enough() -> None:
    """Weak ratios do not help a dealer whose score is below -1.0 or in distress already."""
    poor = change(STATEMENT, total_liabilities=6_000_000, fixed_assets=5_000_000)
    found = answer(change(petition(Ground.FINANCIAL_DISTRESS, Ground.SOLVENCY_RATIOS), statement=poor))
    assert found.ratios_met is not None
    assert found.ratios_met >= 3
    assert found.grounds == {Ground.FINANCIAL_DISTRESS: True, Ground.SOLVENCY_RATIOS: False}


@pytest.mark.parametrize(
    ("documented", "cites", "told"),
    [(2018, [], False), (2019, [], False), (2020, [], True), (2021, ["143.31(c)#2"], False), (2050, ["143.31(c)#2"], False)],
)  # fmt: skip
def test_143_31_c_2_most_recent_year(documented: int, cites: list[str], told: bool) -> None:
    """The statement of 2018 serves until 2019, in 2020 only while there is none of 2019, and never after (I-143-23)."""
    had = date(documented, 12, 1)
    facts = change(petition(Ground.FINANCIAL_DISTRESS, documented=had), lost_sales=None, catastrophe=None)
    assert [cite for _, _, cite in contradictions(facts)] == cites
    if not cites:
        assert says(answer(facts), f"serves only if there was none of {documented - 1}") is told
    other = change(petition(Ground.LOST_SALES, documented=had))
    assert not says(answer(other), "serves only if")
