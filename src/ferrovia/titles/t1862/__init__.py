"""1862: railway mania in the eastern counties."""
