"""The cage: every visitor's play chips, which go along from table to table.

Rules of this room:

1. The cage's journal and those of the tables say where chips are, and nothing else does.
2. Chips leave a purse before a table has them, and leave a table before a purse has them: for a moment they are on the way,
   never in two places.
3. A purse never holds less than nothing.
4. Each transfer has a key that no other has. Both journals name it, so that whatever a crash left on the way is settled once.
"""
