@echo off
rem For command lines: the window stays, and shows what Safelight says.
"%~dp0..\node.exe" "%~dp0..\dist\main.js" %*
