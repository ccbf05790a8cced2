"""Trains that are worth something together."""
