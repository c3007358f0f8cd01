import { createHash } from 'node:crypto';
import { keyOf, safe } from '../../../contract/archive-names.ts';

/** Hidden, and with an ending that no server refuses: Nextcloud and ownCloud take neither .part nor .filepart. */
const DRAFT = /^\.safelight-[0-9a-f]{32}\.tmp$/;
export const MARKER = '.safelight-destination';
export const TEST_FOLDER = '.safelight-test-';

/** The same each time, so that an upload that begins anew writes over what the last one has left. */
export const draftName = (mark: string, sha256: string): string =>
  `.safelight-${createHash('sha256').update(`${mark}\n${sha256}`).digest('hex').slice(0, 32)}.tmp`;

/** Names that are no pictures, but ours for a moment or for good. */
export const isOwnName = (name: string): boolean => name === MARKER || name.startsWith(TEST_FOLDER) || DRAFT.test(name);

/** The names that a file may get, the wanted one first, as every disk takes them. */
export function* fileNames(wanted: string): Generator<string> {
  const { stem, ending } = partsOf(wanted);
  yield `${stem}${ending}`;
  for (let number = 1; ; number++) yield `${stem}_${String(number).padStart(2, '0')}${ending}`;
}

export const endingOf = (name: string): string => keyOf(partsOf(name).ending);

function partsOf(wanted: string) {
  const dot = wanted.lastIndexOf('.');
  const stem = safe(dot > 0 ? wanted.slice(0, dot) : wanted);
  return { stem: stem === '' ? '_' : stem, ending: dot > 0 ? `.${safe(wanted.slice(dot + 1))}` : '' };
}

/** The folder of an album, as every disk takes it. */
export function folderName(album: string): string {
  const name = safe(album);
  return name === '' ? '_' : name;
}
