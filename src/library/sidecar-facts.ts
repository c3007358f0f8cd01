import { imageSet, isAlteredSql } from './image-sql.ts';
import type { LibraryReader } from './library.ts';

/** The sidecar of an image and when darktable last wrote it. */
export interface SidecarFacts {
  imageId: number;
  /** Full path of the picture. */
  picture: string;
  sidecar: string;
  /** When darktable last wrote it, in whole Unix seconds; null if never. */
  writtenAt: number | null;
  /** Whether another image of the library has a sidecar of this name: `photo_01.jpg`, and the version 1 of `photo.jpg`. */
  isNameShared: boolean;
  /** The hash of its edited history, as sidecars have it; null: it is not edited. */
  editedHash: string | null;
}

const sidecarFactsSql = `
SELECT images.id, CAST(films.folder AS TEXT) AS folder, CAST(images.filename AS TEXT) AS filename,
  coalesce(images.version, 0) AS version, images.write_timestamp AS writtenAt,
  iif(${isAlteredSql}, lower(hex(hash.current_hash)), NULL) AS editedHash
FROM main.images JOIN main.film_rolls AS films ON films.id = images.film_id
  LEFT JOIN main.history_hash AS hash ON hash.imgid = images.id WHERE ${imageSet}`;

export function readSidecarFacts(reader: LibraryReader, ids: readonly number[]): Map<number, SidecarFacts> {
  const rows = reader.all(sidecarFactsSql, { ids: JSON.stringify(ids) }) as {
    id: number;
    folder: string;
    filename: string;
    version: number;
    writtenAt: number | null;
    editedHash: string | null;
  }[];
  const isThere = (folder: string, other: { filename: string; version: number } | null) =>
    other !== null && reader.all(namedImageSql, { folder, ...other }).length > 0;
  return new Map(
    rows.map(({ id, folder, filename, version, writtenAt, editedHash }) => {
      const picture = `${folder}/${filename}`;
      const isNameShared = isThere(folder, namesakeOf(filename, version));
      return [
        id,
        { imageId: id, picture, sidecar: sidecarPath(picture, version), writtenAt, isNameShared, editedHash },
      ];
    }),
  );
}

const namedImageSql = `
SELECT images.id FROM main.images JOIN main.film_rolls AS films ON films.id = images.film_id
  WHERE images.filename = :filename AND coalesce(images.version, 0) = :version AND films.folder = :folder LIMIT 1`;

/** The image whose sidecar would have the same name; null: there is no such name. */
function namesakeOf(filename: string, version: number): { filename: string; version: number } | null {
  if (version > 0) return { filename: sidecarPath(filename, version).slice(0, -'.xmp'.length), version: 0 };
  const [, stem, number, ending] = /^(.+)_(\d{2,})(\.[^.]*)$/.exec(filename) ?? [];
  const other = { filename: `${stem}${ending}`, version: Number(number) };
  return other.version > 0 && sidecarPath(other.filename, other.version) === `${filename}.xmp` ? other : null;
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
