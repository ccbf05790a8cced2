"""Chicago Express (Queen Games 2008)."""
