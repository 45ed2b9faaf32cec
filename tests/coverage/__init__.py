"""How often intervals hold the truth, by simulation: the tables of docs/coverage.md."""
