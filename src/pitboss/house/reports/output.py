"""Reports as files: CSV for sheets, Parquet for programs, PDF for paper. Every one has the header of 811a.9(a)."""

import io
import json
from collections.abc import Iterator
from decimal import Decimal
from typing import Any

import msgspec

from pitboss import __version__
from pitboss.house.records.records import sheet
from pitboss.house.reports.report import NO_ACTIVITY, Cell, ReportColumn, ReportMade

CENTS = Decimal(100)
MEDIA = {"csv": "text/csv; charset=utf-8", "parquet": "application/vnd.apache.parquet", "pdf": "application/pdf"}


class ReportHeader(msgspec.Struct, frozen=True):
    """What stands at the head of a report (811a.9(a)); ``generated`` and the period are on the clock of the house."""

    title: str
    holder: str
    period: str
    generated: str
    software: str
    definition: str
    filters: str
    cite: str
    formula: str = ""


def header(made: ReportMade, holder: str, generated: str) -> ReportHeader:
    query, form = made.query, made.form
    days = query.first if query.first == query.last else f"{query.first} to {query.last}"
    parts = [f"{name}: {value}" for name, value in query.only.items()]
    return ReportHeader(
        form.title,
        holder,
        f"gaming day {days}, shift {query.shift}" if query.span == "shift" else f"gaming days {days} ({query.span})",
        generated,
        f"pitboss {__version__}",
        f"{form.name}, version {form.version}",
        ", ".join((*parts, *((f"by {query.by}",) if query.by else ()))) or "none",
        form.cite,
        form.formula,
    )


def spoken(column: ReportColumn, cell: Cell) -> str:
    """A cell as people read it."""
    if cell is None:
        return ""
    match column.kind:
        case "money":
            return format(Decimal(cell) / CENTS, ",.2f")
        case "percent":
            return f"{100 * float(cell):.2f} %"
        case "number":
            return f"{cell:,}"
        case "time":
            return str(cell)[:19].replace("T", " ")
    return str(cell)


def _heading(head: ReportHeader) -> Iterator[tuple[str, str]]:
    yield "Report", head.title
    yield "Holder", head.holder
    yield "Period", head.period
    yield "Generated", head.generated
    yield "Software", head.software
    yield "Definition", head.definition
    yield "Filters", head.filters
    yield "Provision", head.cite


def csv(made: ReportMade, head: ReportHeader) -> bytes:
    """The header, the columns, the rows, totals and the reconciliation; amounts in dollars."""

    def plain(column: ReportColumn, cell: Cell) -> Cell:
        return str(Decimal(cell) / CENTS) if column.kind == "money" and isinstance(cell, int) else cell

    def lines() -> Iterator[list[Any]]:
        yield from ([name, value] for name, value in _heading(head))
        yield []
        yield [column.title for column in made.columns]
        for row in made.rows:
            yield [plain(column, cell) for column, cell in zip(made.columns, row, strict=True)]
        if not made.rows:
            yield [NO_ACTIVITY]
        yield []
        yield ["Total", *(plain(column, cell) for column, cell in zip(made.columns, made.totals, strict=True))]
        for tie in made.ties:
            amounts = (str(Decimal(one) / CENTS) for one in (tie.reported, tie.booked, tie.difference))
            yield ["Reconciliation", tie.words, *amounts]

    return sheet(lines())


def parquet(made: ReportMade, head: ReportHeader) -> bytes:
    """The rows; the header is in the metadata. Amounts are decimal numbers of dollars."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    kinds = {"money": pa.decimal128(18, 2), "number": pa.int64(), "percent": pa.float64()}
    fields = [pa.field(column.name, kinds.get(column.kind, pa.string())) for column in made.columns]
    known = {name.encode(): value.encode() for name, value in _heading(head)}
    known[b"Reconciliation"] = msgspec.json.encode([msgspec.structs.asdict(one) for one in made.ties])
    arrays = [
        pa.array([_arrow(column, row[n]) for row in made.rows], fields[n].type) for n, column in enumerate(made.columns)
    ]
    file = io.BytesIO()
    pq.write_table(pa.Table.from_arrays(arrays, schema=pa.schema(fields, metadata=known)), file)
    return file.getvalue()


def _arrow(column: ReportColumn, cell: Cell) -> object:
    if column.kind == "money" and isinstance(cell, int):
        return Decimal(cell) / CENTS
    return cell if cell is None or column.kind in ("number", "percent") else str(cell)


SHEET = """
#let made = json("report.json")
#set page(paper: "us-letter", flipped: true, margin: 1.2cm, footer: [
  #set text(7pt); #made.title #h(1em) #made.foot #h(1fr) #context counter(page).display("page 1 of 1", both: true)])
#set document(title: made.title)
#set text(POINTS)
#text(15pt, weight: 700)[#made.title]
#v(-4pt)
#text(8pt)[#made.head.map(one => [#strong(one.at(0)): #one.at(1)]).join([ #h(1em) ])]
#table(columns: made.columns.len(), align: (x, y) => if made.right.contains(x) { right } else { left },
  inset: (x: 2.5pt, y: 2pt), stroke: (x, y) => (bottom: 0.3pt + luma(180)),
  table.header(..made.columns.map(one => strong(one))),
  ..made.cells.map(one => [#one]), ..made.totals.map(one => strong(one)))
#if made.cells.len() == 0 [#text(12pt)[No Activity]]
#if made.ties.len() > 0 [
  #text(9pt, weight: 700)[Reconciliation]
  #table(columns: (1fr, auto, auto, auto), align: (left, right, right, right), inset: 2.5pt, stroke: 0.3pt + luma(180),
    [], [*Reported*], [*Booked*], [*Difference*], ..made.ties.map(one => [#one]))]
#if made.formula != "" [#text(7pt)[#made.formula]]
"""
POINTS = ((10, 8.5), (14, 7.0), (18, 6.0), (99, 5.0))  # columns, at most, and the size of letters for them


def pdf(made: ReportMade, head: ReportHeader) -> bytes:
    from pitboss.paper import typeset  # loads a typesetter, which pages do without

    totals = [spoken(column, cell) for column, cell in zip(made.columns, made.totals, strict=True)]
    content = {
        "title": head.title,
        "foot": f"{head.holder} · {head.definition} · {head.software} · generated {head.generated}",
        "head": list(_heading(head))[1:],
        "columns": [column.title for column in made.columns],
        "right": [n for n, column in enumerate(made.columns) if column.kind in ("money", "number", "percent")],
        "cells": [spoken(column, cell) for row in made.rows for column, cell in zip(made.columns, row, strict=True)],
        "totals": [totals[0] or "Total", *totals[1:]] if made.rows else [],
        "ties": [
            part
            for tie in made.ties
            for part in (tie.words, *(format(Decimal(one) / CENTS, ",.2f") for one in (tie.reported, tie.booked, tie.difference)))
        ],
        "formula": head.formula,
    }  # fmt: skip
    points = next(size for most, size in POINTS if len(made.columns) <= most)
    return typeset.compiled(SHEET.replace("POINTS", f"{points}pt"), {"report.json": json.dumps(content)})


WRITERS = {"csv": csv, "parquet": parquet, "pdf": pdf}
