"""Physical things: cards, shoe, dice, wheel. A shoe knows what remains in it, never the order, and no game."""
