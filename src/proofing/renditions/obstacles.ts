import { statfs } from 'node:fs/promises';
import { AppError, reasonOf } from '../../platform/errors.ts';
import { CliMissing } from '../../renderer/darktable-cli.ts';

/** A picture takes some megabytes, and the photographer needs room, too. */
const LEAST_ROOM = 500_000_000;

/** Throws `storage_error`. `roomIn`: bytes left on the disk of a folder. */
export async function refuseWithoutRoom(folder: string, roomIn = roomOnDisk): Promise<void> {
  if ((await roomIn(folder)) < LEAST_ROOM) throw new AppError('storage_error', 'the disk is nearly full');
}

async function roomOnDisk(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

/** Why no picture can be made at present, in a sentence. */
export function obstacleOf(error: unknown): string {
  const { code } = error as { code?: unknown };
  const reason =
    code === 'ENOSPC' || code === 'EDQUOT'
      ? 'the disk is full'
      : error instanceof CliMissing
        ? 'darktable-cli is not installed on this computer'
        : reasonOf(error).replace(/\.$/, '');
  return `No pictures are made at present: ${reason}.`;
}
