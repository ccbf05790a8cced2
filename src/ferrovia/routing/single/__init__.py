"""The routes of one train."""
