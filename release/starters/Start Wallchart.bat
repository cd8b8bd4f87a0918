@echo off
rem Finds a Python that Wallchart has packages for, and starts it. A double-click opens a window with this in it.
setlocal
title Wallchart
set "PYTHON="
for %%V in (3.13 3.12 3.14 3.11) do (
    if not defined PYTHON (
        py -%%V -c "import ensurepip, venv" >nul 2>&1 && set "PYTHON=py -%%V"
    )
)
if not defined PYTHON (
    python -c "import sys, ensurepip, venv; sys.exit(not (3, 11) <= sys.version_info[:2] <= (3, 14))" >nul 2>&1 && set "PYTHON=python"
)
if not defined PYTHON (
    echo Wallchart needs Python 3.11, 3.12, 3.13 or 3.14.
    echo Get it from https://www.python.org/downloads/ and install it, then start Wallchart again.
    pause
    exit /b 1
)
%PYTHON% "%~dp0start.py" %*
exit /b %ERRORLEVEL%
