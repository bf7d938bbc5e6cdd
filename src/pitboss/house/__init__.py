"""The house: the only room with clocks, entropy, network, database and secrets.

``house.py`` is the whole of it, ``serve.py`` starts it. ``table/`` is one table as its record tells it, ``host/`` runs a
table for the people at it, ``protocol/`` is what may be said on the wire, ``wire/`` says and hears it, ``workers/`` are
processes for mathematics that takes a while, ``storage/`` is the disk. Each may import those named after it in the
contract of pyproject.toml.
"""
