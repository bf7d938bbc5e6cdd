"""What the mathematics of every game uses; nothing in it names a game.

Finding a game's part: ``parts``. Exact figures: ``edge``, ``every_edge``, ``boxes``, ``meters``, ``bank_edges``, with ``poker``,
``duels``, ``suits`` and ``house_ways`` to count hands. Best play: ``chart``, ``chart_cells``, ``strategy``. Simulation: a
``kernel`` deals (``deal``) from a stream (``philox``), settles (``uniform``, ``meter_kernel``, ``bank_kernel``) and adds up
(``tally``); ``runner`` plays it on one of the ``pools`` and makes an ``estimate``, which ``comparison`` sets against the exact
edge.
Compiling and caching: ``compiled``, ``cache``, ``sources``.
"""
