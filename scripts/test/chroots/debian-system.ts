/** Debian systems in folders, for tests on machines other than this one. Needs root, debootstrap and private mounts. */
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

export type Recipe = {
  suite: 'bookworm' | 'trixie';
  /** In addition to every Debian's own. */
  packages: readonly string[];
  backports?: boolean;
  /** Another processor than this machine's: its programs are emulated, some twenty times as slow. */
  processor?: Emulated;
};
export type Emulated = 'arm64';

/** Where systems are kept between runs, outside any checkout. */
const systemsFolder = process.env.SAFELIGHT_CHROOTS ?? '/var/tmp/safelight-chroots';

const mirror = 'http://deb.debian.org/debian';

/**
 * [Note: Nothing stays mounted] Everything mounted for a system is in its own mount namespace: no other process sees
 * it, so nothing can be deleted through it, and it disappears with the last process in there, however that ended.
 */
const ownMounts = ['unshare', '--mount', '--propagation', 'private'] as const;
const ownProcesses = ['--pid', '--fork', '--kill-child'] as const;
/** Ends when we end, even if we are killed; a process namespace takes all its processes along. */
const endsWithUs = ['setpriv', '--pdeathsig', 'KILL'] as const;
export const apart = [...endsWithUs, ...ownMounts, ...ownProcesses] as const;

/** The same where programs of that processor can run; none: only those of this machine. */
export const apartOn = (processor: Emulated | undefined) =>
  [...endsWithUs, ...emulation(processor), ...ownMounts, ...ownProcesses] as const;

/** Debian 13's emulator, wherever this is. */
function emulation(processor: Emulated | undefined): readonly string[] {
  if (processor === undefined) return [];
  const emulator = debianSystem('emulator-trixie', { suite: 'trixie', packages: ['qemu-user'] });
  return [join(import.meta.dirname, 'emulate.sh'), emulator];
}

/** Why this machine cannot have such systems; null where it can. */
export function whyNoSystems(): string | null {
  if (process.platform !== 'linux') return 'they are made on Linux only';
  if (process.getuid?.() !== 0) return 'only root can make them';
  if (spawnSync('debootstrap', ['--version']).status !== 0) return 'debootstrap is not installed';
  const [command, ...args] = apart;
  const { status, stderr } = spawnSync(command, [...args, 'mount', '-t', 'tmpfs', 'try', '/mnt'], { encoding: 'utf8' });
  return status === 0 ? null : `this machine lets nobody mount: ${stderr.trim()}`;
}

/**
 * The folder of a system, created if missing: 0.3 GB and a minute for Debian alone. Rebuilt when its recipe has
 * changed.
 */
export function debianSystem(name: string, recipe: Recipe): string {
  const system = join(systemsFolder, name);
  const { suite, packages, backports = false, processor } = recipe;
  const make = making(processor);
  const wanted = createHash('sha256').update(JSON.stringify(recipe)).update(make).digest('hex');
  mkdirSync(systemsFolder, { recursive: true });
  // One at a time: others may want the same system.
  const [command, ...args] = [
    ...endsWithUs,
    'flock',
    '--no-fork',
    `${system}.lock`,
    ...emulation(processor),
    ...ownMounts,
    ...ownProcesses,
  ] as const;
  execFileSync(
    command,
    [...args, 'sh', '-euc', make, system, wanted, mirror, suite, backports ? `${suite}-backports` : suite, ...packages],
    { stdio: ['ignore', 2, 2], env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive', LC_ALL: 'C.UTF-8' } },
  );
  return system;
}

/** For programs of our own processor, or of another. Nobody can make devices where they are emulated, as in containers of LXC. */
const DEBOOTSTRAP = {
  own: 'debootstrap --variant=minbase',
  arm64: `mkdir "$0/dev"
mount -t tmpfs devices "$0/dev"
for device in null zero full random urandom tty console ptmx; do
  touch "$0/dev/$device"
  mount --bind "/dev/$device" "$0/dev/$device"
done
container=lxc debootstrap --variant=minbase --arch=arm64`,
};

/** $0 is the system's folder. */
const making = (processor: Emulated | undefined) => `
wanted=$1 mirror=$2 suite=$3 from=$4
shift 4
if [ "$(cat "$0.made-from" 2>/dev/null)" = "$wanted" ]; then exit; fi
if grep " $0/" /proc/mounts; then echo "Something is mounted in $0." >&2; exit 1; fi
rm -rf --one-file-system "$0" "$0.made-from"
# Half a system is made anew, so nothing need be safe on the disk.
mkdir -p "$0/etc/dpkg/dpkg.cfg.d"
echo force-unsafe-io >"$0/etc/dpkg/dpkg.cfg.d/unsafe-io"
${DEBOOTSTRAP[processor ?? 'own']} "$suite" "$0" "$mirror" >/dev/null
mount -t proc proc "$0/proc"
mount --rbind /dev "$0/dev"
# Packages are fetched as on this computer: its proxies, and whether it minds old lists.
cp -L /etc/resolv.conf "$0/etc/resolv.conf"
apt-config dump Acquire | grep -E '^Acquire::(https?|Check|Retries)' >"$0/etc/apt/apt.conf.d/99fetch" || true
if [ "$from" != "$suite" ]; then echo "deb $mirror $from main" >"$0/etc/apt/sources.list.d/$from.list"; fi
chroot "$0" apt-get update -qq
chroot "$0" apt-get install -y -qq --no-install-recommends -t "$from" "$@" >/dev/null
chroot "$0" apt-get clean
printf %s "$wanted" >"$0.made-from"
`;

/** A command that runs programs of the system; its arguments follow. They share /proc, /dev and /tmp with us. */
export const inSystem = (system: string): string[] => [...ownMounts, join(import.meta.dirname, 'in-system.sh'), system];
