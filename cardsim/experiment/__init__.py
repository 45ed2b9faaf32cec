"""One TOML file -> a plan of cells -> parts of results on disk."""
