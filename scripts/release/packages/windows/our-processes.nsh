; Finds the processes that run from $INSTDIR, this one left out, and ends them if $R9 is "end". How many there were is in
; $R8. Safelight loses nothing when it is killed (npm run chaos), and a program without a window hears nothing else.
!macro DefineOurProcesses un
Function ${un}OurProcesses
  StrCpy $R8 0
  StrLen $R7 "$INSTDIR\"
  System::Call 'kernel32::GetCurrentProcessId()i.r5'
  System::Call 'kernel32::CreateToolhelp32Snapshot(i 2, i 0)p.r0'
  ; A PROCESSENTRY32W: its own size first, the process's number third.
  System::Call '*(i 568, &i564)p.r1'
  System::Call 'kernel32::Process32FirstW(p r0, p r1)i.r2'
  ${DoWhile} $2 <> 0
    System::Call '*$1(i, i, i.r3)'
    ; To be asked for its name and to be ended. Others' processes give none.
    System::Call 'kernel32::OpenProcess(i 0x101001, i 0, i r3)p.r4'
    ${If} $4 P<> 0
      StrCpy $6 ""
      System::Call 'kernel32::QueryFullProcessImageNameW(p r4, i 0, w.r6, *i ${NSIS_MAX_STRLEN})'
      StrCpy $6 $6 $R7
      ${If} $6 == "$INSTDIR\"
      ${AndIf} $3 <> $5
        IntOp $R8 $R8 + 1
        ${If} $R9 == "end"
          System::Call 'kernel32::TerminateProcess(p r4, i 1)'
          System::Call 'kernel32::WaitForSingleObject(p r4, i 5000)'
        ${EndIf}
      ${EndIf}
      System::Call 'kernel32::CloseHandle(p r4)'
    ${EndIf}
    System::Call 'kernel32::Process32NextW(p r0, p r1)i.r2'
  ${Loop}
  System::Free $1
  System::Call 'kernel32::CloseHandle(p r0)'
FunctionEnd

; Goes on once no Safelight runs from $INSTDIR: asks whether it may be closed; silently, it is closed.
Function ${un}CloseSafelight
  StrCpy $R9 "count"
  Call ${un}OurProcesses
  ${If} $R8 = 0
    Return
  ${EndIf}
  MessageBox MB_OKCANCEL|MB_ICONQUESTION "$(CloseIt)" /SD IDOK IDOK +2
    Abort
  StrCpy $R9 "end"
  Call ${un}OurProcesses
FunctionEnd
!macroend
