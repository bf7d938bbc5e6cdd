"""The house: the only package with clocks, entropy, network, database and secrets.

``house.py`` holds all tables, ``serve.py`` starts the server. ``table/`` is one table as a fold over its record, ``host/``
runs a table for the people at it, ``protocol/`` defines the messages, ``wire/`` sends and receives them, ``workers/`` are
processes for slow mathematics, ``storage/`` is the disk. The import contract in pyproject.toml says which may use which.
"""
