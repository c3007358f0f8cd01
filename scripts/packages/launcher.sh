#!/bin/sh
# Starts Safelight from wherever this folder lies.
here=$(dirname "$(readlink -f "$0")")
missing=$(LD_TRACE_LOADED_OBJECTS=1 "$here/node" 2>/dev/null | sed -n 's/^[[:space:]]*\([^ ]*\) => not found$/\1/p')
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
exec "$here/node" "$here/dist/main.js" "$@"
