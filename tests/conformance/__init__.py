"""The conformance suite: its cases, its runner, and this engine held to it."""
