"""What a director downloads: Wallchart, its packages for each system, and a file to double-click.

`make release` builds it. Only that needs the internet, for the packages of the lock file.
"""
