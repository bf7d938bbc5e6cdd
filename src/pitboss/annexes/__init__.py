"""Annexes: rules that came with the chapters but are not games. Each is independent, with its register beside its code."""
