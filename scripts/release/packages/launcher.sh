#!/bin/sh
# Starts Safelight from wherever this folder lies.
here=$(dirname "$(readlink -f "$0")")
program=$here
# An update lies beside what was unpacked first; see "Updates lie beside" in src/updates/portable-copy.ts.
if [ -r "$here/updates/current" ]; then
  read -r version <"$here/updates/current"
  case $version in
    '' | .* | */*) ;;
    *)
      if [ -x "$here/updates/$version/bin/node" ] && [ -r "$here/updates/$version/dist/main.js" ]; then
        program=$here/updates/$version
      fi
      ;;
  esac
fi
missing=$(LD_TRACE_LOADED_OBJECTS=1 "$program/bin/node" 2>/dev/null | sed -n 's/^[[:space:]]*\([^ ]*\) => not found$/\1/p')
case $missing in
  '') ;;
  libatomic.so.1)
    echo "Safelight needs libatomic.so.1, which this system lacks. Install it as root and try again: apt install" \
      "libatomic1 (Debian, Ubuntu), dnf install libatomic (Fedora), pacman -S gcc-libs (Arch)." >&2
    exit 1
    ;;
  *)
    echo "Safelight needs libraries that this system lacks:" $missing >&2
    exit 1
    ;;
esac
exec "$program/bin/node" "$program/dist/main.js" "$@"
