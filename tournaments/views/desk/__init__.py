"""Where rounds are paired and results entered, and what is printed and called."""
