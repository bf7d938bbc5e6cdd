"""Rounds for analysis: two Parquet files, one row a round and one row a settlement, written a few thousand rows at a time."""

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pitboss.interchange.rounds import PlayedRound

if TYPE_CHECKING:
    import pyarrow as pa

PIECE = 5_000  # rows that are held before they are written
ROUNDS, SETTLEMENTS = "rounds.parquet", "settlements.parquet"


def schemas() -> "dict[str, pa.Schema]":
    """The columns of both files. Money is in cents; names are those of the house's archive where it has the same."""
    import pyarrow as pa

    word, whole, yes = pa.string(), pa.int64(), pa.bool_()
    rounds = {
        "table_id": word, "round": whole, "game": word, "opened": word, "closed": word, "result": word, "void": yes,
        "submission": word, "version": word, "seats": pa.list_(whole), "chance": pa.list_(word), "wagered": whole,
        "staked": whole, "returned": whole, "vigorish": whole, "irregularities": whole,
    }  # fmt: skip
    settlements = {
        "table_id": word, "round": whole, "game": word, "closed": word, "seat": whole, "wager": word, "placed_on": word,
        "hand": whole, "decided": word, "stake": whole, "returned": whole, "vigorish": whole, "odds": word,
        "outcome": word, "stays": yes, "against": word, "cite": word, "patron": whole,
    }  # fmt: skip
    return {ROUNDS: pa.schema(list(rounds.items())), SETTLEMENTS: pa.schema(list(settlements.items()))}


def write(found: Iterable[PlayedRound], folder: Path) -> int:
    """Write rounds into a folder; how many. Files that are there already are replaced once the new ones are whole."""
    import pyarrow.parquet as pq

    folder.mkdir(parents=True, exist_ok=True)
    kinds = schemas()
    parts = {name: folder / f".{name}.part" for name in kinds}
    writers = {name: pq.ParquetWriter(parts[name], kind, compression="zstd") for name, kind in kinds.items()}
    held: dict[str, list[dict[str, Any]]] = {name: [] for name in kinds}
    count = 0
    try:
        for played in found:
            count += 1
            held[ROUNDS].append(_round(played))
            held[SETTLEMENTS] += _settlements(played)
            if len(held[SETTLEMENTS]) >= PIECE or len(held[ROUNDS]) >= PIECE:
                _flush(writers, kinds, held)
        _flush(writers, kinds, held)
        for writer in writers.values():
            writer.close()
        for name, part in parts.items():
            part.replace(folder / name)
    finally:
        for writer in writers.values():
            writer.close()
        for part in parts.values():
            part.unlink(missing_ok=True)
    return count


def _flush(writers: dict[str, Any], kinds: dict[str, Any], held: dict[str, list[dict[str, Any]]]) -> None:
    import pyarrow as pa

    for name, lines in held.items():
        if lines:
            writers[name].write_table(pa.Table.from_pylist(lines, schema=kinds[name]))
            lines.clear()


def _round(played: PlayedRound) -> dict[str, Any]:
    return {
        "table_id": played.table,
        "round": played.round,
        "game": played.game,
        "opened": played.opened,
        "closed": played.closed,
        "result": played.result,
        "void": played.void,
        "submission": played.rules.hash,
        "version": played.rules.version,
        "seats": [one.seat for one in played.seats],
        "chance": list(played.chance),
        "wagered": sum(one.amount for one in played.wagers),
        "staked": sum(one.stake for one in played.settlements),
        "returned": sum(one.returned for one in played.settlements),
        "vigorish": sum(one.vigorish for one in played.settlements),
        "irregularities": sum(act.report is not None for act in played.history),
    }


def _settlements(played: PlayedRound) -> list[dict[str, Any]]:
    patrons = {one.seat: one.patron for one in played.seats}
    return [
        {
            "table_id": played.table,
            "round": played.round,
            "game": played.game,
            "closed": played.closed,
            "seat": one.seat,
            "wager": one.wager,
            "placed_on": one.on,
            "hand": one.hand,
            "decided": one.__struct_config__.tag,
            "stake": one.stake,
            "returned": one.returned,
            "vigorish": one.vigorish,
            "odds": one.odds,
            "outcome": one.outcome,
            "stays": one.stays,
            "against": one.against,
            "cite": one.cite,
            "patron": patrons.get(one.seat, 0),
        }
        for one in played.settlements
    ]
