"""18CZ: railways of Bohemia and Moravia, with companies of three sizes."""
