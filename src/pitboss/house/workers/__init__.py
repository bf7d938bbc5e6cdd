"""Mathematics that takes a while, each in a process of its own."""
