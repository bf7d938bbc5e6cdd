"""The network side of the house: pages, HTTP, sockets, and what each viewer may see. It reads tables through their hosts
and changes them only by commands; it decides nothing about a game."""
