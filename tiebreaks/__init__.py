"""The lower app: the rules, and the documents computed by them. Never imports tournaments."""
