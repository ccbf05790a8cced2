"""Playing: positions, answers, undo, history, chat, live updates."""
