import { dirname } from 'node:path';
import type { RemovalOutlook, SidecarsWritten } from '../../contract/image-operations.ts';
import { MOST_FAILED } from '../../contract/image-change.ts';
import { sidecarSettings } from '../../darktable/darktablerc.ts';
import { libraryHolder } from '../../darktable/running.ts';
import { imageSet } from '../../library/image-sql.ts';
import type { Library } from '../../library/library.ts';
import { AppError } from '../../platform/errors.ts';
import { onlyInLibrary } from '../../sidecars/only-in-library.ts';
import { writeSidecars } from '../../sidecars/write-sidecars.ts';
import { presentHistories } from '../histories/whole-step.ts';

const countsSql = `
SELECT count(*) AS images, coalesce(sum(EXISTS (SELECT 1 FROM main.images AS others
    WHERE others.film_id = images.film_id AND others.filename = images.filename AND others.id <> images.id)), 0) AS versions,
  (SELECT count(*) FROM main.images AS others WHERE others.id NOT IN (SELECT value FROM json_each(:ids))
    AND (others.film_id, others.filename) IN (SELECT film_id, filename FROM main.images WHERE ${imageSet})) AS versionsLeft,
  (SELECT count(*) FROM main.images AS others WHERE others.id NOT IN (SELECT value FROM json_each(:ids))
    AND others.group_id IN (SELECT group_id FROM main.images WHERE ${imageSet})) AS membersLeft
FROM main.images WHERE ${imageSet}`;

/** What the removal of images would take out of the library, and what nothing else holds. */
export async function removalOutlook(
  ids: readonly number[],
  library: Pick<Library, 'file' | 'read'>,
): Promise<RemovalOutlook> {
  const [counts] = await library.read((reader) => reader.all(countsSql, { ids: JSON.stringify(ids) }));
  const { images, versions, versionsLeft, membersLeft } = counts as Record<
    'images' | 'versions' | 'versionsLeft' | 'membersLeft',
    number
  >;
  const { marks, edits } = await onlyInLibrary(ids, library);
  return {
    images,
    versions,
    versions_left: versionsLeft,
    members_left: membersLeft,
    marks_only_here: marks.length,
    edits_only_here: edits.length,
    undo: libraryHolder(library.file) ? 'darktable_closed' : 'now',
  };
}

/** Brings sidecars in line with the marks and edits in the library. Throws `conflict` where that is darktable's own matter. */
export async function sidecarsNow(
  ids: readonly number[],
  library: Pick<Library, 'file' | 'read'>,
): Promise<SidecarsWritten> {
  if (!(await sidecarSettings(dirname(library.file))).areWritten)
    throw new AppError('conflict', 'darktable is set to write no sidecars.');
  const result = await writeSidecars(ids, { library, historiesOf: presentHistories });
  if (!result)
    throw new AppError('conflict', 'darktable is open. It writes sidecars itself, or Safelight once it is closed.');
  const { written, left } = result;
  const failures = left.slice(0, MOST_FAILED).map(({ imageId, reason }) => ({ id: imageId, reason }));
  return { written, left: left.length, failures };
}
