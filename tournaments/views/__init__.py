"""Pages: functions of a dozen lines that parse, call a service or selector, and render."""
