"""Which gems to keep: this stage weighed against what the later ones may bring."""
