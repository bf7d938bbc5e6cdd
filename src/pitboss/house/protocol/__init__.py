"""Every message to and from a page, as typed structures; ``web/kit/types.js`` and ``wire.schema.json`` are generated from them.

A change of a field here is a change of the wire: run ``make wire`` and change the pages with it.
"""
