"""The money of the house: one double-entry book over cage, chip bank, trays, drop boxes, patrons and pools.

``papers`` declares every slip: who signs it, in which order, and by which provision. ``entries`` are what the cage's journal has of
it, ``book`` folds them, ``movements`` decides what may be entered. Nothing here knows a table or a clock: what a table's own ledger
says comes as a ``TableReading``.
"""
