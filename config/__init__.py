"""The house around the rules: settings, addresses and the server's doorstep. Knows no chess."""
