"""The disk: ``store`` is the database and the only thread that writes to it, ``seal`` encrypts secrets at rest.

This package knows entries and bytes, no game and no table.
"""
