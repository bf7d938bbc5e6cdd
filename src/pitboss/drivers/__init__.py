"""Those who ask the Questions: script, replay, random, enumeration, fair chance."""
