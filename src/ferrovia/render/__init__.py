"""Drawing what can be seen: for terminals, for screen readers."""
