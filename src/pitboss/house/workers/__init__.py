"""Slow work (edges, charts, guides, papers, judging, drills, the watch over play) in processes, so that no game waits for it."""
