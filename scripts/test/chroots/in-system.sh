#!/bin/sh
# in-system.sh SYSTEM PROGRAM [ARGUMENT…]: to be run with mounts of its own. Libraries are found through /proc; the X server's socket
# and our files lie in /tmp; this checkout has its own path there too, so that our tests can run inside.
set -eu
for place in proc dev tmp; do mount --rbind "/$place" "$1/$place"; done
checkout=$(cd "$(dirname "$0")/../.." && pwd)
mkdir -p "$1$checkout"
mount --bind "$checkout" "$1$checkout"
exec chroot "$@"
