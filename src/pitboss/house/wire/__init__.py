"""What goes out and comes in: pages, HTTP, sockets, and what each viewer may see."""
