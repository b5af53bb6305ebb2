"""THE Legend, the solo opponent: his turns, and a whole game against him step by step."""
