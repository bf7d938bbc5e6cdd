"""What the three pai gow poker chapters (645a, 670a, 688a) share."""
