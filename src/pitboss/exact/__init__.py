"""Exact mathematics, from the chapters' own pure functions and paytables."""
