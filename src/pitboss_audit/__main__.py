"""``python -m pitboss_audit record.jsonl …``: settle a record again with nothing but Python; ``pitboss audit`` does more."""

import json
import sys
from collections.abc import Iterator

from pitboss_audit import NotARecord, Report, audit, rounds


def lines(files: list[str]) -> Iterator[bytes]:
    for name in files:
        with open(name, "rb") as file:
            yield from file


def main() -> int:
    files, found = sys.argv[1:], Report()
    try:
        for one in audit(rounds(lines(files))):
            found.add(one)
    except (OSError, NotARecord) as error:
        print(error, file=sys.stderr)
        return 2
    print(json.dumps(found.facts(), indent=1))
    return 0 if found.agrees else 1


if __name__ == "__main__":
    sys.exit(main())
