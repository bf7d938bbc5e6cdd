"""What becomes of the edges where something else is filed: compared, swept through, and solved for."""
