import { execFileSync } from 'node:child_process';
import { readFileSync, realpathSync } from 'node:fs';
import { posix } from 'node:path';
import { isMissing } from './ordinary-file.ts';

/**
 * The name of the file system of a path, such as `nfs4`, if other computers may use the same files at the same time; null:
 * it is a disk of this computer, or nothing is there. When that cannot be told: `unknown drive`.
 */
export function networkDriveOf(path: string): string | null {
  try {
    if (process.platform === 'win32') return isOnServer(realpathSync.native(path)) ? 'network drive' : null;
    const real = realpathSync(path);
    const type =
      process.platform === 'linux'
        ? typeInMountInfo(real, readFileSync('/proc/self/mountinfo', 'latin1'))
        : typeInMountList(real, execFileSync('/sbin/mount', { encoding: 'utf8' }));
    return type !== null && isNetwork(type) ? type : null;
  } catch (error) {
    return isMissing(error) ? null : 'unknown drive';
  }
}

/** Windows resolves the letter of a network drive: `\\nas\photos`. */
const isOnServer = (path: string) => path.startsWith('\\\\');

const NETWORK = [
  'nfs',
  'nfs3',
  'nfs4',
  'cifs',
  'smb',
  'smb2',
  'smb3',
  'smbfs',
  'ncpfs',
  'afs',
  'afpfs',
  'webdav',
  'davfs',
  'ceph',
  'coda',
  'lustre',
  'gfs2',
  'ocfs2',
  'gpfs',
  'beegfs',
  'glusterfs',
  'orangefs',
  'pvfs2',
  // Folders of a computer that this virtual machine runs on, or of Windows (WSL).
  '9p',
  'virtiofs',
  'vboxsf',
  'vmhgfs',
  'prl_fs',
  'drvfs',
];
/** Programs that show a disk of this computer. Others, such as sshfs and rclone, mostly show something of another one. */
const LOCAL_FUSE = ['fuseblk', 'fuse.ntfs-3g', 'fuse.ntfs', 'fuse.exfat', 'fuse.lxcfs', 'fusectl'];

/** By the name that the system gives the type of a file system. */
export function isNetwork(type: string): boolean {
  if (NETWORK.includes(type)) return true;
  return /^(fuse|macfuse|osxfuse)/.test(type) && !LOCAL_FUSE.includes(type);
}

/** The type of the file system that a real path is on, by the text of `/proc/self/mountinfo` (proc(5)). */
export function typeInMountInfo(path: string, mountInfo: string): string | null {
  const mounts = mountInfo.split('\n').flatMap((line) => {
    const [before, after] = line.split(' - ');
    const point = before?.split(' ')[4];
    const type = after?.split(' ')[0];
    if (point === undefined || type === undefined) return [];
    const bytes = point.replace(/\\(\d{3})/g, (_all, octal: string) => String.fromCharCode(Number.parseInt(octal, 8)));
    return [{ point: Buffer.from(bytes, 'latin1').toString(), type }];
  });
  return typeAt(path, mounts);
}

/** The same by what `mount` prints on macOS: `//ada@nas/photos on /Volumes/photos (smbfs, nodev, nosuid)`. */
export function typeInMountList(path: string, list: string): string | null {
  const mounts = Array.from(list.matchAll(/ on (\/.*?) \(([\w.]+)/g), ([, point, type]) => ({
    point: point!,
    type: type!,
  }));
  return typeAt(path, mounts);
}

/** The deepest mount that holds the path; of several at one place, the last, which hides the others. */
function typeAt(path: string, mounts: readonly { point: string; type: string }[]): string | null {
  const holds = (point: string) => path === point || path.startsWith(point === '/' ? point : point + posix.sep);
  return (
    mounts
      .filter(({ point }) => holds(point))
      .reduce<{ point: string; type: string } | null>(
        (deepest, mount) => (deepest === null || mount.point.length >= deepest.point.length ? mount : deepest),
        null,
      )?.type ?? null
  );
}
