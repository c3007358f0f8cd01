import { dirname } from 'node:path';
import { type SidecarSettings, sidecarSettings } from '../darktable/darktablerc.ts';
import type { Library } from '../library/library.ts';
import { type Organised, readOrganised } from '../library/organised.ts';
import { readSidecarFacts, type SidecarFacts } from '../library/sidecar-facts.ts';
import { ordinaryFileBytes } from '../platform/ordinary-file.ts';
import { otherOwner } from './sidecar-owner.ts';
import { withMarks } from './sidecar-properties.ts';
import { valueIn } from './xmp-properties.ts';

/** Images of which the library alone has something. */
export interface OnlyInLibrary {
  marks: number[];
  edits: number[];
}

/** How many images are read from the library at once. */
const AT_ONCE = 100;

/** Which marks and edits of these images would be gone with the library: their sidecars do not have them, or there are none. */
export async function onlyInLibrary(
  imageIds: readonly number[],
  library: Pick<Library, 'file' | 'read'>,
): Promise<OnlyInLibrary> {
  const settings = await sidecarSettings(dirname(library.file));
  const only: OnlyInLibrary = { marks: [], edits: [] };
  for (let from = 0; from < imageIds.length; from += AT_ONCE) {
    const some = imageIds.slice(from, from + AT_ONCE);
    const { images, facts } = await library.read((reader) => ({
      images: readOrganised(reader, some),
      facts: readSidecarFacts(reader, some),
    }));
    for (const [id, of] of facts) {
      const image = images.get(id);
      if (!image) continue;
      const text = await ownSidecar(of);
      if (hasMarks(image) && !holdsMarks(text, image, settings)) only.marks.push(id);
      if (of.editedHash !== null && !holdsEdits(text, of.editedHash)) only.edits.push(id);
    }
  }
  return only;
}

/** null: there is none, or one that cannot be read, or another picture's. */
async function ownSidecar(facts: SidecarFacts): Promise<string | null> {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(await ordinaryFileBytes(facts.sidecar));
    return (await otherOwner(facts, text)) === null ? text : null;
  } catch {
    return null;
  }
}

const hasMarks = ({ stars, isRejected, labels, tags, texts, place }: Organised): boolean =>
  stars > 0 ||
  isRejected ||
  labels > 0 ||
  tags.length > 0 ||
  [...Object.values(texts), ...Object.values(place)].some((value) => value !== null);

function holdsMarks(text: string | null, image: Organised, settings: SidecarSettings): boolean {
  try {
    return text !== null && withMarks(text, image, settings) === text;
  } catch {
    return false;
  }
}

/** Whether a sidecar has the edited history of this hash. */
export function holdsEdits(text: string | null, hash: string): boolean {
  try {
    return text !== null && valueIn(text, 'darktable:history_current_hash')?.toLowerCase() === hash;
  } catch {
    return false;
  }
}
