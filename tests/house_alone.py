"""A house with nothing but what it needs: no mathematics, papers or archives. ``test_extras`` runs it with such a Python.

``house_alone.py serve DATABASE`` opens it; ``house_alone.py`` opens one, plays rounds at tables of four games, asks for what is
not there, and prints what came of it as JSON. It uses what a house alone has installed, and nothing else.
"""

import json
import random
import subprocess
import sys
import tempfile
import urllib.error
import urllib.request
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from pitboss.client import House, Refused, Seat
from pitboss.house.floor import Opening
from pitboss.house.founding import Plan
from pitboss.house.serve import Network, Operation, serve
from pitboss.house.table.entries import Settings

GAMES = ("roulette", "blackjack", "pai-gow-poker", "go-fore-it")
EXTRA = ("numba", "numpy", "matplotlib", "typst", "duckdb", "pyarrow", "psycopg", "holidays", "gymnasium", "dask")
PRACTICE = Settings(practice=True, betting_seconds=0, election_seconds=0, settled_seconds=0)


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-u", __file__, "serve", f"{folder}/house.db"]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        try:
            assert process.stdout is not None
            place = process.stdout.readline().split()[-1].rstrip("/")
            print(
                json.dumps({"found": [one for one in EXTRA if installed(one)], **seen(place), "terminal": terminal()})
            )
        finally:
            process.terminate()
            process.wait(60)


def seen(place: str) -> dict[str, Any]:
    played, judged = {}, ""
    for game in GAMES:
        with House(place) as house, house.sit(game, name="Alone") as seat:
            play(seat, random.Random(58))
            played[game] = len(house.rounds(game))
            judged = refused(f"{place}/api/tables/{game}/judgement", seat.token)
    table = json.loads(fetched(f"{place}/api/tables/roulette"))
    return {
        "played": played,
        "judged": judged,
        "edges": sum(len(spot["edges"]) for spot in table["spots"]),
        "chart": refused(f"{place}/api/tables/blackjack/strategy"),
        "page": fetched(f"{place}/table/roulette")[:15].decode(),
        "layout": fetched(f"{place}/api/tables/roulette/felt.svg")[:4].decode(),
    }


def play(seat: Seat, pick: random.Random) -> None:
    """One round with the first wager that is taken, and any lawful answers."""
    opened = seat.open_betting().round
    for offer in pick.sample(seat.offers, k=len(seat.offers)):
        try:
            seat.wager(offer)
            if seat.ready().phase != "betting" or seat.view.round != opened:
                break
        except Refused:
            continue
    while (view := seat.play_on()).phase == "playing" or view.you.questions:
        question = seat.questions[0]
        seat.answer(question, pick.choice(question.options))


def terminal() -> dict[str, str]:
    """What commands say that need what is not there."""
    commands = {"simulate": ["simulate", "roulette"], "guide": ["guide", "roulette", "--out", "guide.pdf"]}
    told = {}
    for name, given in commands.items():
        with tempfile.TemporaryDirectory() as folder:
            command = [sys.executable, "-m", "pitboss.cli", *given]
            done = subprocess.run(command, capture_output=True, text=True, cwd=folder)
        told[name] = done.stderr.strip()
    return told


def installed(package: str) -> bool:
    try:
        return find_spec(package) is not None
    except ImportError:
        return False


def fetched(address: str, token: str = "") -> bytes:
    request = urllib.request.Request(address, headers={"Authorization": f"Bearer {token}"} if token else {})
    with urllib.request.urlopen(request, timeout=60) as reply:
        body: bytes = reply.read()
        return body


def refused(address: str, token: str = "") -> str:
    """The sentence with which an address refuses."""
    try:
        return fetched(address, token).decode()
    except urllib.error.HTTPError as error:
        return str(json.load(error)["refused"]["sentence"])


if __name__ == "__main__":
    if sys.argv[1:2] == ["serve"]:
        opening = Opening([Plan(game, game, game, PRACTICE) for game in GAMES])
        serve(Path(sys.argv[2]), opening, Network(port=0), Operation())
    else:
        main()
