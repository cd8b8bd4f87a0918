#!/bin/sh
# Finds a Python that Wallchart has packages for, and starts it.
here=$(dirname "$0")
for version in 3.13 3.12 3.14 3.11; do
    for python in "python$version" \
        "/Library/Frameworks/Python.framework/Versions/$version/bin/python3" \
        "/opt/homebrew/bin/python$version" \
        "/usr/local/bin/python$version"; do
        # A Debian without python3-venv has no ensurepip; another Python of it may.
        if "$python" -c 'import ensurepip, venv' >/dev/null 2>&1; then
            exec "$python" "$here/start.py" "$@"
        fi
    done
done
echo "Wallchart needs Python 3.11, 3.12, 3.13 or 3.14."
echo "Get it from https://www.python.org/downloads/ and install it, then start Wallchart again."
echo "On Debian or Ubuntu: sudo apt install python3 python3-venv"
if [ -t 0 ] && [ $# -eq 0 ]; then
    printf '\nPress Enter to close this window. '
    read -r _
fi
exit 1
