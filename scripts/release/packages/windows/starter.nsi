; Safelight.exe: starts Safelight without a console window, with all words that follow. Node itself is a console program.
Target amd64-unicode
!include FileFunc.nsh
Name "Safelight"
OutFile "${OUT}"
Icon "${ICON}"
RequestExecutionLevel user
SilentInstall silent
SetCompressor zlib
ManifestSupportedOS all
ManifestDPIAware true
VIProductVersion "${VERSION}.0"
VIAddVersionKey ProductName "Safelight"
VIAddVersionKey FileDescription "Safelight"
VIAddVersionKey FileVersion "${VERSION}"
VIAddVersionKey LegalCopyright "The Safelight developers, GPL-3.0-or-later"

Section
  ${GetParameters} $R0
  ClearErrors
  ExecShell open "$EXEDIR\node.exe" '"$EXEDIR\dist\main.js" $R0' SW_HIDE
  IfErrors 0 +2
    MessageBox MB_OK|MB_ICONSTOP "Safelight cannot start: $EXEDIR\node.exe is missing or blocked." /SD IDOK
SectionEnd
