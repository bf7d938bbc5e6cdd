"""Every report of money over 30 gaming days of 20 tables in three shifts, twice, each with a change of the clocks: all tie out."""

from tests.house.test_reports import MONEY, queries, simulated, untied

TABLES, DAYS = 20, 30
BEGINS = ("2026-10-20", "2026-02-20")  # the clocks change on 1 November and on 8 March


def main() -> None:
    for first in BEGINS:
        days, record = simulated(first, DAYS, TABLES)
        assert record.posted.balances == days.book.accounts.balances
        made = 0
        for name in MONEY:
            for query in queries(name, first, DAYS):
                found = untied(record, name, query)
                assert not found, (name, query, found)
                made += 1
        print(f"{first}: {len(days.journal)} entries, {made} reports, every one ties out")


if __name__ == "__main__":
    main()
