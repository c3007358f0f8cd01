#!/bin/sh
# emulate.sh EMULATOR PROGRAM [ARGUMENT…]: runs a program for which those of ARM (arm64) are programs like any other. EMULATOR is the
# folder of a Debian with qemu-user. Linux is told about it in a user namespace with all users, so nothing else on this machine notices.
set -eu
ours=$(readlink /proc/$$/ns/user)
(
  while [ "$(readlink /proc/$$/ns/user)" = "$ours" ]; do sleep 0.05; done
  for map in gid_map uid_map; do echo '0 0 4294967295' >/proc/$$/$map; done
) &
exec unshare --user --mount --propagation private sh -euc '
until read -r users </proc/self/uid_map; do sleep 0.05; done
mount -t binfmt_misc binfmt_misc /proc/sys/fs/binfmt_misc
# F: the emulator is opened here and now, so it is found in every chroot.
sed "s|:[^:]*:[A-Z]*$|:$0/usr/bin/qemu-aarch64:OPCF|" "$0/usr/share/qemu/binfmt.d/qemu-aarch64.conf" >/proc/sys/fs/binfmt_misc/register
exec "$@"' "$@"
