#!/bin/sh
# For macOS: a double-click opens a window of Terminal with this in it.
exec "$(dirname "$0")/start-wallchart.sh" "$@"
