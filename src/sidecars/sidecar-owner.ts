import { stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { isMissing } from '../platform/ordinary-file.ts';
import { sidecarPath, type SidecarFacts } from '../library/sidecar-facts.ts';
import { valueIn } from './xmp-properties.ts';

/**
 * Why a sidecar is not written for this image; null: it belongs to it. Two images may have a sidecar of one name (the version 1 of
 * `photo.jpg`, and `photo_01.jpg`), and darktable 4.2.1 writes both into one file. It notes in the file which picture it is of.
 * Throws NotUnderstood.
 */
export async function otherOwner(
  { picture, sidecar, isNameShared }: Pick<SidecarFacts, 'picture' | 'sidecar' | 'isNameShared'>,
  text: string,
): Promise<string | null> {
  const noted = valueIn(text, 'xmpMM:DerivedFrom');
  const own = basename(picture);
  if (noted === own) return null;
  if (noted !== null && isNameFor(noted, basename(sidecar))) return `The sidecar is of another picture, ${noted}.`;
  const namesake = basename(sidecar, '.xmp');
  const isShared = isNameShared || (namesake !== own && (await mayBeThere(join(dirname(picture), namesake))));
  return isShared ? 'The sidecar may be of another picture that has one of the same name.' : null;
}

/** Whether the sidecar of a picture with this name, or of a version of it, is called so. */
function isNameFor(picture: string, sidecar: string): boolean {
  const version = Number(/_(\d{2,})(\.[^.]*)?\.xmp$/.exec(sidecar)?.[1] ?? 0);
  return [0, version].some((number) => sidecarPath(picture, number) === sidecar);
}

/** Also when that cannot be told. */
const mayBeThere = (file: string): Promise<boolean> =>
  stat(file).then(
    () => true,
    (error: unknown) => !isMissing(error),
  );

export const isThere = (file: string): Promise<boolean> =>
  stat(file).then(
    () => true,
    () => false,
  );
