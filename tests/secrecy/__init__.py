"""Rounds played twice, the second time with cards exchanged that somebody has not seen.

A sitting (``sitting.play``) runs a table as the house runs it, with its own dealer, commands, views and lines to the
viewers; only chance is scripted and the clock stands still. ``twin.exchange`` plays the same again before one viewer: what
was shown to that viewer stays, and something that was not becomes another card. Whatever this viewer is sent until one of
these cards is shown has to be the same, byte for byte.

A scan (``scan.scan``) plays in a whole house and searches everything that leaves it: replies to every reader, frames, previews,
exports, logs, files. ``leaks`` plants one in each.
"""
