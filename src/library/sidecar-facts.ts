import { imageSet } from './image-sql.ts';
import type { LibraryReader } from './library.ts';

/** The sidecar of an image and when darktable last wrote it. */
export interface SidecarFacts {
  imageId: number;
  /** Full path of the picture. */
  picture: string;
  sidecar: string;
  /** When darktable last wrote it, in whole Unix seconds; null if never. */
  writtenAt: number | null;
}

const sidecarFactsSql = `
SELECT images.id, CAST(films.folder AS TEXT) AS folder, CAST(images.filename AS TEXT) AS filename,
  coalesce(images.version, 0) AS version, images.write_timestamp AS writtenAt
FROM main.images JOIN main.film_rolls AS films ON films.id = images.film_id WHERE ${imageSet}`;

export function readSidecarFacts(reader: LibraryReader, ids: readonly number[]): Map<number, SidecarFacts> {
  const rows = reader.all(sidecarFactsSql, { ids: JSON.stringify(ids) }) as {
    id: number;
    folder: string;
    filename: string;
    version: number;
    writtenAt: number | null;
  }[];
  return new Map(
    rows.map(({ id, folder, filename, version, writtenAt }) => {
      const picture = `${folder}/${filename}`;
      return [id, { imageId: id, picture, sidecar: sidecarPath(picture, version), writtenAt }];
    }),
  );
}

/** `photo.jpg.xmp`; `photo_01.jpg.xmp` for the version 1 (darktable's dt_image_path_append_version). */
export function sidecarPath(picture: string, version: number): string {
  if (version === 0) return `${picture}.xmp`;
  const dot = picture.lastIndexOf('.');
  return `${picture.slice(0, dot)}_${String(version).padStart(2, '0')}${picture.slice(dot)}.xmp`;
}

/** Unless darktable has written it meanwhile. */
export const noteSidecarWrittenSql =
  'UPDATE main.images SET write_timestamp = :now WHERE id = :imageId AND write_timestamp IS :writtenAt';
