"""Physical things: cards, shoe, dice, wheel, tiles. A shoe knows what remains in it, never the order."""
