"""18ESP: railways of Spain, two gauges and the passes between them."""
