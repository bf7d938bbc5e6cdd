"""The reports of the house: each is declared as columns over what the book or the record has, and made by one engine.

``report`` is the engine: periods, filters, groups, totals. ``money_record`` folds the cage's journal so that nothing of a final
day is forgotten; ``of_boxes``, ``of_papers``, ``of_cage``, ``patron_cash`` and ``of_record`` declare the reports; ``every`` lists
them; ``output`` writes them as CSV, Parquet and PDF. Nothing here knows a route or a clock.
"""
