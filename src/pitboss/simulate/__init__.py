"""Compiled kernels fed by the chapters' tables, and the runner."""
