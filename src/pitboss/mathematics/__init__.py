"""Mathematics, game by game, from the chapters' own pure functions and paytables.

``<game>/edges.py`` has the exact edges, ``kernel.py`` the compiled simulation, ``chart.py`` the best play as data,
``strategy.py`` a player who follows it, ``chart_cell.py`` the cell of the chart for the hand at the table. ``kit/`` is
what they share; it finds the parts of a game by name and knows no game.
"""
