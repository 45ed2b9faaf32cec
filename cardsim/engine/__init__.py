"""What plays any card game: streams, the driver, strategies, replay. It knows no game."""
