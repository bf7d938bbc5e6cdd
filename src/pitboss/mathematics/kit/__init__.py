"""What the mathematics of every game uses: edges, charts, strategies, compiled kernels, their runner and the cache."""
