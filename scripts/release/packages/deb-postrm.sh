#!/bin/sh
set -e
if [ "$1" = purge ]; then
  echo "Safelight is gone. What people made with it stays theirs: exports, settings and the record of edits are in"
  echo "~/.local/share/safelight of each user, copies of a library (*-safelight-*) beside that library, and the plugin,"
  echo "if it was installed, in ~/.config/darktable/lua/safelight. Found here:"
  found=
  while IFS=: read -r _ _ _ _ _ home _; do
    if [ -d "$home/.local/share/safelight" ]; then
      found=yes
      echo "  $home/.local/share/safelight"
    fi
  done </etc/passwd
  if [ -z "$found" ]; then echo "  nothing"; fi
fi
