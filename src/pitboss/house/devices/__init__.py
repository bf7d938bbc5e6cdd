"""Devices at a table that tell what they show as lines of text: a reading shoe, a dice or wheel sensor, a scanner."""
