"""Figures of studies as a person reads them, on a page and in a terminal."""

from typing import Any

from pitboss.mathematics.studies.comparing import CONTRIBUTION
from pitboss.money import dollars

PERCENTS = ("house_edge", "house_edge_a", "house_edge_b", "hit_rate", "hit_rate_a", "hit_rate_b", "change")


def cell(name: str, value: Any) -> str:
    """A value of a column by its name."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return str(value).lower()
    if name in PERCENTS or name.startswith(CONTRIBUTION):
        return f"{float(100 * value):.4f} %"
    if name.startswith("win_per_hour"):
        return f"${dollars(round(value))}" if value >= 0 else f"-${dollars(round(-value))}"
    return f"{value:.4f}" if isinstance(value, float) else str(value)
