"""Mechanics that several chapters share."""
