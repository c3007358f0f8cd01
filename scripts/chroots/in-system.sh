#!/bin/sh
# in-system.sh SYSTEM PROGRAM [ARGUMENT…]: to be run with mounts of its own. Libraries are found through /proc; the X server's socket
# and our files lie in /tmp.
set -eu
for place in proc dev tmp; do mount --rbind "/$place" "$1/$place"; done
exec chroot "$@"
