"""Slow mathematics (edges, charts), each in a process of its own, so that no game waits for it."""
