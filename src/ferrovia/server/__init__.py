"""Play in the browser: people, a lobby, and games, for any title. Knows asks, offers, views and events, no rule."""
