"""Trains that stand alone: each route is worth the same whatever the others do."""
