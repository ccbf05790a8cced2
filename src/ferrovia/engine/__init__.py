"""How any game is played. No railway rule lives here."""
