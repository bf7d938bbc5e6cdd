"""The progressive book: what went into each meter, what came out of it, who won it, and the papers of an award.

``moves`` folds one table's journal, ``book`` adds the tables of a group together by gaming day and shift, ``awards`` says what
the cage has to pay, ``thresholds`` from which amounts a paper is made, ``reading`` follows the journals of a house that is open.
"""
