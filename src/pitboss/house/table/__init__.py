"""One table, entirely determined by its record.

Everything in this package follows from the entries of a journal: there is no clock, no entropy, no network and no disk
(except ``recovery``, which reads the store). Time and seeds are passed in. The host writes entries through ``Table``;
recovery and ``pitboss verify`` replay them, and must arrive at the same state.
"""
