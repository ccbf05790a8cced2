"""Making a game, finding one, taking a seat."""
