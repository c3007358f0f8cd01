import { open, stat } from 'node:fs/promises';
import { archiveNaming, OWN_NAME } from '../../contract/archive-names.ts';
import type { GuestDoor, GuestSession } from '../../proofing/guest-door.ts';
import type { ArchiveEntry } from '../responses/archive.ts';

/** What an archive for a guest holds, by the same question as each picture of it. null: there is none. */
export async function guestArchive(
  door: GuestDoor,
  session: GuestSession,
  size: 'web' | 'full',
): Promise<{ title: string; entries: ArchiveEntry[] } | null> {
  const wanted = door.archive(session, size);
  if (!wanted) return null;
  const nameOf = archiveNaming(OWN_NAME);
  // Of none of them the time of its file is told.
  const modifiedMs = Date.now();
  const entries: ArchiveEntry[] = [];
  const missing: number[] = [];
  for (const [at, picture] of wanted.pictures.entries()) {
    const found = await door.download(session, picture, size).catch(() => null);
    const bytes = found && (await stat(found.file).catch(() => null))?.size;
    if (!found || bytes == null) {
      missing.push(at + 1);
      continue;
    }
    entries.push({
      name: nameOf({ id: at + 1, filename: found.name, film_roll: '', title: null, rating: 0, datetime_taken: null }),
      size: bytes,
      modifiedMs,
      // Taken out of the proof meanwhile, or at its end: the archive is cut, too.
      open: async () => ((await door.download(session, picture, size)) === null ? null : open(found.file)),
    });
  }
  if (missing.length > 0)
    entries.push({
      name: 'missing.txt',
      content: Buffer.from(sayMissing(missing, wanted.pictures.length)),
      modifiedMs,
    });
  return { title: wanted.title, entries };
}

const sayMissing = (missing: readonly number[], of: number) =>
  `${[
    'These pictures are missing here. Please download them again later.',
    'Diese Bilder fehlen hier. Bitte später noch einmal herunterladen.',
    '',
    ...missing.map((number) => `${number} / ${of}`),
  ].join('\r\n')}\r\n`;
