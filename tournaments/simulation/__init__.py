"""An event played by chance from a seed, through the services that the desk uses.

``people`` says who comes, ``chance`` who wins, ``event`` does what their director does.
"""
