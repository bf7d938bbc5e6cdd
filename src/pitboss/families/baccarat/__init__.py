"""Baccarat, as chapters 627a, 629a and 631a have it in common.

``hands`` holds pure functions (Point Counts, the third card, what decides each wager), ``rules`` what is filed,
``dealing`` the two hands with what may go wrong with a card, ``settlement`` wagers and vigorish, ``play`` the
round, ``paper`` the felt. A chapter adds its ``Law``, its ``Rules`` and how its cards are turned.
"""
