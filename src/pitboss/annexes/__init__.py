"""Annexes: rules that came with the chapters and are no games. Each stands alone, with its register beside its code."""
