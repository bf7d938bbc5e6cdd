"""Results as tables: what a notebook shows of them, and data frames."""

from collections.abc import Mapping
from fractions import Fraction
from html import escape
from typing import Any, TypeVar

from pitboss.procedure import Refusal, Refused

T = TypeVar("T", bound="Row")


class Tabular:
    """Something with rows: ``to_frame()`` is a data frame of pandas, and a notebook shows a table."""

    __slots__ = ()

    def rows(self) -> list[dict[str, Any]]:
        """One record a row, with the names of the columns; money is in cents, probabilities are exact."""
        raise NotImplementedError

    def to_frame(self) -> Any:
        """A ``pandas.DataFrame`` of the rows, fractions as decimals; refused where pandas is not installed."""
        try:
            import pandas
        except ModuleNotFoundError:
            raise Refused(Refusal.UNAVAILABLE, "A data frame needs pandas: pip install pandas.", "") from None
        rows = [{name: _number(value) for name, value in row.items()} for row in self.rows()]
        return pandas.DataFrame(rows)

    def _repr_html_(self) -> str:
        """What Jupyter shows."""
        rows = self.rows()
        heads = "".join(f"<th>{escape(name)}</th>" for name in (rows[0] if rows else {}))
        body = "".join(
            "<tr>" + "".join(f"<td>{escape(_text(value))}</td>" for value in row.values()) + "</tr>" for row in rows
        )
        return f"<table><thead><tr>{heads}</tr></thead><tbody>{body}</tbody></table>"


class Row:
    """Something that is one row of a table."""

    __slots__ = ()

    def row(self) -> Mapping[str, Any]:
        raise NotImplementedError


class Listed(list[T], Tabular):
    """A list that is shown as a table."""

    def rows(self) -> list[dict[str, Any]]:
        return [dict(one.row()) for one in self]


def _number(value: Any) -> Any:
    return float(value) if isinstance(value, Fraction) else value


def _text(value: Any) -> str:
    return f"{float(value):.6f}" if isinstance(value, Fraction) else str(value)
