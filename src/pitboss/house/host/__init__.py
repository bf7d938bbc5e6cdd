"""Who runs a table: takes commands one by one, keeps its clocks, plays the dealer's part, writes before it answers."""
