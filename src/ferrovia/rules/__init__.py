"""Rules that two or more titles share."""
