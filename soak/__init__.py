"""Long campaigns: crash, power cut, billions of rounds, kernels beside engine and exact edge. ``make soak`` runs them; the suite has short versions."""
