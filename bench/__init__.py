"""Benchmarks: per CPU-second on one core, the median of repeated runs. ``make bench`` runs them all."""
