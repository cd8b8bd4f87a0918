"""The lower app: the rules, and the sheets computed by them. Never imports tournaments."""
