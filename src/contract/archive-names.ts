// Apart from the schemas, for the browser.

/**
 * What names in an archive are made of, called as darktable's export calls it. Each gives the text for one picture; `number` counts from 1.
 */
const VARIABLES = new Map<string, (picture: ArchivePicture, number: number) => string>([
  ['FILE_NAME', ({ filename }) => stemOf(filename)],
  ['ROLL_NAME', ({ film_roll: folder }) => folder.split(/[\\/]/).findLast((part) => part !== '') ?? ''],
  ['ID', ({ id }) => String(id)],
  ['SEQUENCE', (_picture, number) => String(number).padStart(4, '0')],
  ['TITLE', ({ title }) => title ?? ''],
  ['STARS', ({ rating }) => String(Math.max(0, rating))],
  ['EXIF.YEAR', ({ datetime_taken: taken }) => taken?.slice(0, 4) ?? ''],
  ['EXIF.MONTH', ({ datetime_taken: taken }) => taken?.slice(5, 7) ?? ''],
  ['EXIF.DAY', ({ datetime_taken: taken }) => taken?.slice(8, 10) ?? ''],
  ['EXIF.HOUR', ({ datetime_taken: taken }) => taken?.slice(11, 13) ?? ''],
  ['EXIF.MINUTE', ({ datetime_taken: taken }) => taken?.slice(14, 16) ?? ''],
  ['EXIF.SECOND', ({ datetime_taken: taken }) => taken?.slice(17, 19) ?? ''],
]);
export const ARCHIVE_VARIABLES = [...VARIABLES.keys()];

/** What names can be made of: fields of the image record. */
export interface ArchivePicture {
  id: number;
  filename: string;
  film_roll: string;
  title: string | null;
  rating: number;
  /** As in the image record: ISO 8601 without zone, or null. */
  datetime_taken: string | null;
}

export const OWN_NAME = '$(FILE_NAME)';
export const LONGEST_PATTERN = 200;

/** The first variable that there is none of, as it is written; null when all are known. darktable 4.2 writes EXIF_YEAR for EXIF.YEAR. */
export const unknownVariable = (pattern: string): string | null =>
  variablesIn(pattern).find(({ name }) => !VARIABLES.has(name))?.written ?? null;

/** Whether names can be made of it. */
export const isPattern = (pattern: string): boolean =>
  pattern.length > 0 && pattern.length <= LONGEST_PATTERN && unknownVariable(pattern) === null;

const variablesIn = (pattern: string) =>
  Array.from(pattern.matchAll(/\$\(([^()]*)\)/g), ([written, name = '']) => ({ written, name: newestName(name) }));

const newestName = (name: string) => name.trim().replace(/^EXIF_/, 'EXIF.');

/** The names of pictures in an archive, in their order. */
export function archiveNames(pattern: string, pictures: readonly ArchivePicture[]): string[] {
  const nameOf = archiveNaming(pattern);
  return pictures.map((picture) => nameOf(picture));
}

/**
 * Gives one picture of an archive after the other its name: by the pattern, with its ending, each different (also to a disk that does not tell
 * upper from lower case), and none that leads out of the folder it is unpacked in or that Windows cannot write.
 *
 * `before`: how many were named before, for their numbers.
 *
 * A name in the way is passed once: of each path, the next number is kept. So the work grows as the number of pictures, whatever they are called.
 */
export function archiveNaming(pattern: string, before = 0): (picture: ArchivePicture, ending?: string) => string {
  const taken = new Set<string>();
  const numbers = new Map<string, number>();
  let count = before;
  return (picture, ending = 'jpg') => {
    const path = pathOf(pattern, picture, ++count);
    const key = keyOf(path);
    let number = numbers.get(key) ?? 0;
    let name: string;
    do {
      name = number === 0 ? `${path}.${ending}` : `${path}_${String(number).padStart(2, '0')}.${ending}`;
      number++;
    } while (taken.has(keyOf(name)));
    numbers.set(key, number);
    taken.add(keyOf(name));
    return name;
  };
}

/** Two names with the same key are one name to some disk. */
export const keyOf = (name: string): string => name.normalize('NFC').toLowerCase();

function pathOf(pattern: string, picture: ArchivePicture, number: number): string {
  const filled = pattern
    .split(/[\\/]/)
    .map((part) =>
      safe(
        part.replace(/\$\(([^()]*)\)/g, (_, name: string) => VARIABLES.get(newestName(name))?.(picture, number) ?? ''),
      ),
    );
  // A folder without a name is none; a picture without one has its id.
  const last = filled.pop() ?? '';
  const name = last === '' ? String(picture.id) : last;
  return [...filled.filter((folder) => folder !== ''), name].join('/');
}

/** No disk takes a name of more than 255 bytes; a letter may be four, and a number and an ending follow. */
const LONGEST_NAME = 60;
/** Windows keeps these for devices, whatever follows the dot. */
const DEVICES = /^(con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i;

/** One part of a path as every disk takes it. */
export function safe(text: string): string {
  const plain = text
    .toWellFormed()
    // oxlint-disable-next-line no-control-regex
    .replace(/[\u0000-\u001f\u007f-\u009f<>:"|?*/\\\u2028\u2029\p{Bidi_Control}]/gu, '_')
    .replace(DEVICES, '$1_');
  return Array.from(plain)
    .slice(0, LONGEST_NAME)
    .join('')
    .replace(/^\s+|[\s.]+$/gu, '')
    .replace(/^\.+/, '');
}

function stemOf(filename: string): string {
  const dot = filename.lastIndexOf('.');
  return dot > 0 ? filename.slice(0, dot) : filename;
}
