"""Long campaigns: crash, power cut, billions of rounds. ``make soak`` runs them; the suite has short versions."""
