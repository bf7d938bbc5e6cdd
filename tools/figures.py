"""Works out the edges that the project ships (``pitboss.mathematics.kit.shipped``): ``python -m tools.figures``, two minutes.

Games whose figures are those of the present sources and example rules are left as they are.
"""

from pitboss import catalogue
from pitboss.mathematics.certificates.making import certificate
from pitboss.mathematics.kit import shipped
from pitboss.mathematics.kit.edge import edges_for

# Games whose edges take seconds to minutes of compiling and counting.
GAMES = (
    "pai-gow",
    "blackjack",
    "pai-gow-poker",
    "six-card-fortune-pai-gow-poker",
    "dj-wild-stud-poker",
    "face-up-pai-gow-poker",
)


def worked_out(name: str) -> shipped.Shipped:
    game = catalogue.game(name)
    rules = game.example()
    made = tuple(edges_for(game, rules))
    for edge in made:
        certificate(game, rules, edge)  # an edge that breaks an identity is refused, and nothing is shipped
    return shipped.Shipped(shipped.submission_of(game, rules), shipped.sources_of(game), made)


def kept_or_worked_out(name: str) -> shipped.Shipped:
    game = catalogue.game(name)
    known = shipped.edges(game, game.example())
    if known is None:
        return worked_out(name)
    return shipped.Shipped(shipped.submission_of(game, game.example()), shipped.sources_of(game), tuple(known))


def main() -> None:
    shipped.FILE.write_bytes(shipped.encoded({name: kept_or_worked_out(name) for name in GAMES}))
    print(f"written: {shipped.FILE.name}")


if __name__ == "__main__":
    main()
