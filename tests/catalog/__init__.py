"""The words of public pages, found in their sources, and the catalogs that translate them.

``make words`` brings the catalogs up to date and lists what has no translation. Needs no gettext.
"""
