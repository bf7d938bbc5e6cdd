"""Decisions judged: against the exact edges, and against brute force through the procedure that is played."""
