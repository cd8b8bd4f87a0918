@echo off
rem Finds a Python that Wallchart has packages for, and starts it. A double-click opens a window with this in it.
setlocal
title Wallchart
if not exist "%~dp0start.py" (
    echo This file was opened inside the zip, or alone. Unpack the whole zip: right-click it, "Extract All".
    echo Then open Start Wallchart in the folder that was unpacked.
    pause
    exit /b 1
)
rem The packages are for 64-bit Python on Intel and AMD processors. Windows on ARM runs that one too.
set "FITS=import ensurepip, sys, sysconfig, venv; sys.exit(sysconfig.get_platform() != 'win-amd64' or not (3, 11) <= sys.version_info[:2] <= (3, 14))"
rem The install manager of python.org would download a Python that is asked for, without a word in this window.
set "PYTHON_MANAGER_AUTOMATIC_INSTALL=false"
set "PYTHON="
for %%V in (3.13 3.12 3.14 3.11) do (
    if not defined PYTHON (
        py -%%V -c "%FITS%" >nul 2>&1 && set "PYTHON=py -%%V"
    )
)
if not defined PYTHON (
    python -c "%FITS%" >nul 2>&1 && set "PYTHON=python"
)
if not defined PYTHON (
    echo Wallchart needs Python 3.11, 3.12, 3.13 or 3.14, the 64-bit version for Windows.
    echo Get it from https://www.python.org/downloads/ and install it, then start Wallchart again.
    echo Is the install manager of python.org there already? Then type in a terminal:  py install 3.13-64
    pause
    exit /b 1
)
%PYTHON% "%~dp0start.py" %*
exit /b %ERRORLEVEL%
