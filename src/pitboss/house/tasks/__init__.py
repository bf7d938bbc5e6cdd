"""The queue: what waits for whom, over all tables and the house, derived from state."""
