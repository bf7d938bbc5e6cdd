"""7 Pa. Code § 143.31, as proposed in July 2019: notice of termination between milk dealers and producers.

Facts in a TOML file (``reading``, ``sense``) become an answer with its citations and its arithmetic (``answer``) and
a letter (``letter``). No clock: every day is a fact. Money and pounds are integers, ratios are fractions, and the one
logarithm is as exact as the comparison it serves (``score``).
"""
