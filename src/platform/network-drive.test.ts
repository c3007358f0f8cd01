import { describe, expect, test } from 'vitest';
import { isNetwork, networkDriveOf, typeInMountInfo, typeInMountList } from './network-drive.ts';

const MOUNT_INFO = `22 1 8:2 / / rw,relatime shared:1 - ext4 /dev/sda2 rw
26 22 0:24 / /proc rw,nosuid shared:5 - proc proc rw
90 22 0:51 / /mnt/nas rw,relatime shared:60 - nfs4 nas:/volume1/photos rw,vers=4.2,addr=192.168.1.20
91 22 0:52 / /mnt/smb rw,relatime - cifs //nas/photos rw,vers=3.1.1
92 22 0:53 / /home/ada/With\\040space\\304\\237 rw,nosuid,nodev,user - fuse.sshfs ada@attic:/photos rw
93 22 8:17 / /media/stick rw,nosuid - fuseblk /dev/sdb1 rw
94 22 0:54 / /mnt/c rw,noatime - 9p C:\\134 rw
95 90 8:33 / /mnt/nas/local rw - ext4 /dev/sdc1 rw
96 22 0:60 / /mnt/over rw - ext4 /dev/sdd1 rw
97 96 0:61 / /mnt/over rw - nfs nas:/over rw
`;

describe('Linux', () => {
  test.each([
    ['/home/ada/.config/darktable/library.db', 'ext4'],
    ['/mnt/nas/darktable/library.db', 'nfs4'],
    ['/mnt/nasty/library.db', 'ext4'],
    ['/mnt/smb', 'cifs'],
    ['/home/ada/With spaceğ/library.db', 'fuse.sshfs'],
    ['/media/stick/library.db', 'fuseblk'],
    ['/mnt/c/Users/ada/library.db', '9p'],
    ['/mnt/nas/local/library.db', 'ext4'],
    ['/mnt/over/library.db', 'nfs'],
  ])('%s is on %s', (path, type) => {
    expect(typeInMountInfo(path, MOUNT_INFO)).toBe(type);
  });

  test.runIf(process.platform === 'linux')('a folder of this computer is on no network drive', () => {
    expect(networkDriveOf(import.meta.dirname)).toBeNull();
    expect(networkDriveOf('/proc')).toBeNull();
    expect(networkDriveOf('/there/is/nothing')).toBeNull();
  });
});

test('macOS: by what mount prints', () => {
  const list = `/dev/disk3s1s1 on / (apfs, sealed, local, read-only, journaled)
/dev/disk3s5 on /System/Volumes/Data (apfs, local, journaled, nobrowse)
//ada@nas._smb._tcp.local/photos on /Volumes/photos (smbfs, nodev, nosuid, mounted by ada)
nas:/volume1 on /Volumes/My pictures (nfs, nodev, nosuid)
ada@attic: on /Volumes/attic (macfuse, nodev, nosuid, synchronous)
`;
  expect(typeInMountList('/Users/ada/library.db', list)).toBe('apfs');
  expect(typeInMountList('/Volumes/photos/library.db', list)).toBe('smbfs');
  expect(typeInMountList('/Volumes/My pictures/library.db', list)).toBe('nfs');
  expect(typeInMountList('/Volumes/attic/library.db', list)).toBe('macfuse');
});

test.each([
  ...(['nfs', 'nfs4', 'cifs', 'smb3', 'smbfs', 'fuse.sshfs', 'fuse.rclone', 'fuse', '9p', 'macfuse'] as const).map(
    (type) => [type, true] as const,
  ),
  ...(['ext4', 'btrfs', 'xfs', 'zfs', 'apfs', 'tmpfs', 'overlay', 'fuseblk', 'vfat', 'exfat'] as const).map(
    (type) => [type, false] as const,
  ),
])('%s: other computers may use it: %s', (type, is) => {
  expect(isNetwork(type)).toBe(is);
});
