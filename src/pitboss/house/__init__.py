"""The only room with clocks, entropy, network, database and secrets."""
