; The installer: for the one who runs it, without administrator rights. What it is handed: OUT, VERSION, ICON, SIZE (KiB),
; PRESSING (of SetCompressor), SIDE (a bitmap), and two lists in files: INSTALL (SetOutPath and File) and REMOVE (Delete and RMDir).
Target amd64-unicode
!include MUI2.nsh
!include FileFunc.nsh
!include LogicLib.nsh
!include WinVer.nsh
!include x64.nsh
!include our-processes.nsh

!define KEY "Software\Microsoft\Windows\CurrentVersion\Uninstall\Safelight"
!define RUN "Software\Microsoft\Windows\CurrentVersion\Run"

Name "Safelight"
OutFile "${OUT}"
RequestExecutionLevel user
InstallDir "$LOCALAPPDATA\Programs\Safelight"
InstallDirRegKey HKCU "${KEY}" InstallLocation
SetCompressor ${PRESSING}
SetDateSave on
AllowSkipFiles off
BrandingText "Safelight ${VERSION}"
ManifestSupportedOS all
ManifestDPIAware true
VIProductVersion "${VERSION}.0"
VIAddVersionKey ProductName "Safelight"
VIAddVersionKey FileDescription "Safelight's installer"
VIAddVersionKey FileVersion "${VERSION}"
VIAddVersionKey LegalCopyright "The Safelight developers, GPL-3.0-or-later"

!define MUI_ICON "${ICON}"
!define MUI_UNICON "${ICON}"
!define MUI_WELCOMEFINISHPAGE_BITMAP "${SIDE}"
!define MUI_FINISHPAGE_TEXT "$(WhereItIs)"
!define MUI_FINISHPAGE_RUN "$INSTDIR\Safelight.exe"
!define MUI_UNCONFIRMPAGE_TEXT_TOP "$(Stays)"
!insertmacro MUI_PAGE_INSTFILES
!insertmacro MUI_PAGE_FINISH
!insertmacro MUI_UNPAGE_CONFIRM
!insertmacro MUI_UNPAGE_INSTFILES
!insertmacro MUI_LANGUAGE English
!insertmacro MUI_LANGUAGE German
!insertmacro MUI_LANGUAGE French
!insertmacro MUI_LANGUAGE Spanish

LangString WhereItIs ${LANG_ENGLISH} "Safelight is installed. When it starts, the gallery opens in your browser, and its icon is in the notification area, beside the clock."
LangString WhereItIs ${LANG_GERMAN} "Safelight ist installiert. Wenn es startet, öffnet sich die Galerie im Browser, und sein Symbol ist im Infobereich neben der Uhr."
LangString WhereItIs ${LANG_FRENCH} "Safelight est installé. Quand il se lance, la galerie s’ouvre dans votre navigateur, et son icône est dans la zone de notification, à côté de l’horloge."
LangString WhereItIs ${LANG_SPANISH} "Safelight está instalado. Cuando se inicia, la galería se abre en su navegador, y su icono está en el área de notificación, junto al reloj."
LangString CloseIt ${LANG_ENGLISH} "Safelight is running. It has to be closed to go on; no work is lost."
LangString CloseIt ${LANG_GERMAN} "Safelight läuft. Damit es weitergeht, muss es beendet werden; dabei geht nichts verloren."
LangString CloseIt ${LANG_FRENCH} "Safelight est lancé. Il doit être fermé pour continuer ; rien n’est perdu."
LangString CloseIt ${LANG_SPANISH} "Safelight está en marcha. Hay que cerrarlo para continuar; no se pierde nada."
LangString Stays ${LANG_ENGLISH} "Safelight will be removed. What you made with it stays: settings, exports and the record of edits are in $LOCALAPPDATA\Safelight."
LangString Stays ${LANG_GERMAN} "Safelight wird entfernt. Was du damit gemacht hast, bleibt: Einstellungen, Exporte und die Aufzeichnung der Änderungen liegen in $LOCALAPPDATA\Safelight."
LangString Stays ${LANG_FRENCH} "Safelight va être supprimé. Ce que vous avez fait avec lui reste : les paramètres, les exports et le journal des modifications sont dans $LOCALAPPDATA\Safelight."
LangString Stays ${LANG_SPANISH} "Safelight se va a quitar. Lo que hizo con él se queda: la configuración, las exportaciones y el registro de los cambios están en $LOCALAPPDATA\Safelight."
LangString TooOld ${LANG_ENGLISH} "Safelight needs Windows 10 or newer, 64-bit."
LangString TooOld ${LANG_GERMAN} "Safelight braucht Windows 10 oder neuer, mit 64 Bit."
LangString TooOld ${LANG_FRENCH} "Safelight a besoin de Windows 10 ou plus récent, 64 bits."
LangString TooOld ${LANG_SPANISH} "Safelight necesita Windows 10 o más reciente, de 64 bits."

!insertmacro DefineOurProcesses ""
!insertmacro DefineOurProcesses "un."

Function .onInit
  SetShellVarContext current
  ${IfNot} ${AtLeastWin10}
  ${OrIfNot} ${RunningX64}
    MessageBox MB_OK|MB_ICONSTOP "$(TooOld)" /SD IDOK
    SetErrorLevel 2
    Quit
  ${EndIf}
FunctionEnd

Function un.onInit
  SetShellVarContext current
FunctionEnd

Section
  Call CloseSafelight
  ; Files of the version before that this one no longer has.
  ${If} ${FileExists} "$INSTDIR\uninstall.exe"
    ExecWait '"$INSTDIR\uninstall.exe" /S /UPGRADE _?=$INSTDIR'
  ${EndIf}
  !include "${INSTALL}"
  SetOutPath "$INSTDIR"
  WriteUninstaller "$INSTDIR\uninstall.exe"
  CreateShortCut "$SMPROGRAMS\Safelight.lnk" "$INSTDIR\Safelight.exe" "" "$INSTDIR\assets\icons\app.ico"
  WriteRegStr HKCU "${KEY}" DisplayName "Safelight"
  WriteRegStr HKCU "${KEY}" DisplayVersion "${VERSION}"
  WriteRegStr HKCU "${KEY}" Publisher "The Safelight developers"
  WriteRegStr HKCU "${KEY}" DisplayIcon "$INSTDIR\assets\icons\app.ico"
  WriteRegStr HKCU "${KEY}" InstallLocation "$INSTDIR"
  WriteRegStr HKCU "${KEY}" UninstallString '"$INSTDIR\uninstall.exe"'
  WriteRegStr HKCU "${KEY}" QuietUninstallString '"$INSTDIR\uninstall.exe" /S'
  WriteRegDWORD HKCU "${KEY}" EstimatedSize ${SIZE}
  WriteRegDWORD HKCU "${KEY}" NoModify 1
  WriteRegDWORD HKCU "${KEY}" NoRepair 1
SectionEnd

; Takes what the installer brought, file by file: whatever else is in the folder belongs to somebody else.
Section Uninstall
  Call un.CloseSafelight
  SetOutPath "$TEMP"
  !include "${REMOVE}"
  ${GetParameters} $R0
  ClearErrors
  ${GetOptions} $R0 "/UPGRADE" $R1
  ${If} ${Errors}
    Delete "$SMPROGRAMS\Safelight.lnk"
    Delete "$INSTDIR\uninstall.exe"
    DeleteRegKey HKCU "${KEY}"
    ; Start at login, if it starts this one.
    ReadRegStr $R2 HKCU "${RUN}" Safelight
    StrLen $R3 '"$INSTDIR\'
    StrCpy $R2 $R2 $R3
    ${If} $R2 == '"$INSTDIR\'
      DeleteRegValue HKCU "${RUN}" Safelight
    ${EndIf}
    RMDir "$INSTDIR"
  ${EndIf}
SectionEnd
