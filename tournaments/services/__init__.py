"""What a director does, in the director's verbs. Each act is one change; it can raise Refused or Conflict."""
