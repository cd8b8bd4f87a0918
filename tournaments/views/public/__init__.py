"""For players and parents on their phones, and for the hall; club sites later."""
