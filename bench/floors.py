"""The floor of this machine, where there is no peer: a plain loop in C, and what the disk takes."""

import os
import shutil
import sqlite3
import subprocess
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from bench.measure import Measured

REPEATS, SECONDS = 5, 0.3
RECORD = b"x" * 600  # about a step of a round
GROUPS = (1, 8, 64)
COMPILER = ["-O3", "-march=native", "-o"]
# xoshiro256++ and nothing but what decides a round: no wager, no tally of its variance.
LOOPS = r"""
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
static uint64_t s[4] = {1, 2, 3, 4};
static inline uint64_t turn(uint64_t x, int k) { return (x << k) | (x >> (64 - k)); }
static inline uint64_t next(void) {
  uint64_t r = turn(s[0] + s[3], 23) + s[0], t = s[1] << 17;
  s[2] ^= s[0]; s[3] ^= s[1]; s[1] ^= s[2]; s[0] ^= s[3]; s[2] ^= t; s[3] = turn(s[3], 45);
  return r;
}
static inline uint32_t below(uint32_t n) { return (uint32_t)(((uint64_t)(uint32_t)next() * n) >> 32); }
static uint64_t seen[64];
static void spin(void) { seen[below(38)]++; }
static void coup(void) {  /* eight decks, from the full shoe; Player, Banker or Tie */
  static uint8_t shoe[416];
  static int ready = 0;
  if (!ready) { for (int n = 0; n < 416; n++) { int v = n % 13 + 1; shoe[n] = v > 9 ? 0 : v; } ready = 1; }
  int c[6];
  for (int n = 0; n < 6; n++) {
    int at = n + below(416 - n); uint8_t card = shoe[at]; shoe[at] = shoe[n]; shoe[n] = card; c[n] = card;
  }
  int p = (c[0] + c[2]) % 10, b = (c[1] + c[3]) % 10;
  if (p < 8 && b < 8) {
    if (p < 6) {
      int third = c[4]; p = (p + third) % 10;
      int draws = b < 3 || (b == 3 && third != 8) || (b == 4 && third > 1 && third < 8) || (b == 5 && third > 3 && third < 8) || (b == 6 && (third == 6 || third == 7));
      if (draws) b = (b + c[5]) % 10;
    } else if (b < 6) b = (b + c[4]) % 10;
  }
  seen[p > b ? 0 : p < b ? 1 : 2]++;
}
int main(int count, char **given) {
  void (*play)(void) = strcmp(given[1], "spin") ? coup : spin;
  double seconds = atof(given[2]);
  uint64_t rounds = 0; clock_t begun = clock();
  do {
    if (play == spin) for (int n = 0; n < 1000000; n++) spin(); else for (int n = 0; n < 1000000; n++) coup();
    rounds += 1000000;
  } while ((double)(clock() - begun) / CLOCKS_PER_SEC < seconds);
  double spent = (double)(clock() - begun) / CLOCKS_PER_SEC;
  fprintf(stderr, "%llu", (unsigned long long)seen[0]);
  printf("%f\n", rounds / spent);
}
"""  # noqa: E501


def run() -> dict[str, float | str]:
    return {**loops(), **disk()}


def loops() -> dict[str, float | str]:
    compiler = shutil.which("gcc") or shutil.which("cc") or shutil.which("clang")
    if compiler is None:
        return {"plain loops in C": "no C compiler here"}
    with tempfile.TemporaryDirectory() as folder:
        source, program = Path(folder) / "loops.c", Path(folder) / "loops"
        source.write_text(LOOPS)
        subprocess.run([compiler, *COMPILER, str(program), str(source)], check=True)

        def rate(what: str) -> float:
            told = subprocess.run([program, what, str(SECONDS)], capture_output=True, text=True, check=True)
            return float(told.stdout) / 1e6

        return {
            f"million {name}/s, a plain loop in C": Measured([rate(what) for _ in range(REPEATS)])
            for name, what in (("spins", "spin"), ("coups", "coup"))
        }


def disk() -> dict[str, float | str]:
    """By the clock: what is on the disk before anybody is told, synced bare and by SQLite, one record or many together."""
    with tempfile.TemporaryDirectory(dir=Path.cwd()) as folder:
        found: dict[str, float | str] = {"fdatasync/s on this disk": Measured(_turns(_synced(Path(folder) / "bare")))}
        for size in GROUPS:
            commits = _turns(_committed(Path(folder) / f"{size}.db", size))
            together = "one by one" if size == 1 else f"in groups of {size}"
            found[f"records/s on this disk, {together}"] = Measured(commits)
        return found


def _turns(work: Callable[[], int]) -> list[float]:
    rates = []
    for _ in range(REPEATS):
        begun, done = time.perf_counter(), 0
        while time.perf_counter() - begun < SECONDS:
            done += work()
        rates.append(done / (time.perf_counter() - begun))
    return rates


def _synced(path: Path) -> Callable[[], int]:
    file = os.open(path, os.O_CREAT | os.O_WRONLY)
    sync = getattr(os, "fdatasync", os.fsync)

    def work() -> int:
        os.write(file, RECORD)
        sync(file)
        return 1

    return work


def _committed(path: Path, size: int) -> Callable[[], int]:
    database = sqlite3.connect(path, isolation_level=None)
    database.execute("PRAGMA journal_mode=WAL")
    database.execute("PRAGMA synchronous=FULL")
    database.execute("CREATE TABLE records (number INTEGER PRIMARY KEY, body BLOB)")

    def work() -> int:
        database.execute("BEGIN")
        database.executemany("INSERT INTO records (body) VALUES (?)", [(RECORD,)] * size)
        database.execute("COMMIT")
        return size

    return work
