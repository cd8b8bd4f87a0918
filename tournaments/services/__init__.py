"""What a director does, in the director's verbs: each through the doorway, raising Refused or Conflict."""
