import { readdir } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import type { HistoryTaking } from '../../darktable/bridge-heartbeat.ts';
import { sidecarSettings, type SidecarSettings } from '../../darktable/darktablerc.ts';
import type { OperationImage } from '../../darktable/operation-jobs.ts';
import { reasonOf } from '../../platform/errors.ts';
import { isMissing, ordinaryFileBytes } from '../../platform/ordinary-file.ts';
import { EMPTY_SIDECAR, withHistory } from '../../sidecars/history-sidecar.ts';
import { otherOwner } from '../../sidecars/sidecar-owner.ts';
import { withMarks } from '../../sidecars/sidecar-properties.ts';
import { wholeStep, type WholeImage } from './whole-step.ts';

const NEVER_WRITTEN =
  'darktable is set to write no sidecars, and takes a whole history only from one. Close darktable and try again, or have it write sidecars.';
const NO_SIDECAR =
  'It has no sidecar, from which this version of darktable takes a whole history. Close darktable and try again.';
const FORMER_VERSIONS =
  'Beside it are sidecars of further versions, which darktable would take in. Close darktable and try again.';

/**
 * Makes the sidecars from which darktable takes the histories: those that are there, with what the library holds. Returns the steps of the job and, for
 * each of the other images, why it has none. `configDir`: of darktable. `hasFurther`: to be kept for the next images of the same folders.
 */
export async function wholeSteps(
  images: Iterable<WholeImage>,
  { configDir, taking }: { configDir: string; taking: HistoryTaking },
  hasFurther = furtherSidecars(),
): Promise<{ steps: OperationImage[]; failed: Map<number, string> }> {
  const settings = await sidecarSettings(configDir);
  const steps: OperationImage[] = [];
  const failed = new Map<number, string>();
  for (const image of images) {
    const { picture } = image.facts;
    const obstacle = taking === 'apply' ? null : await besideIt(picture, hasFurther);
    const text = obstacle === null ? await sidecarOf(image, settings, taking) : { obstacle };
    if (typeof text === 'string') steps.push(wholeStep(image, text));
    else failed.set(image.imageId, text.obstacle);
  }
  return { steps, failed };
}

/** Why darktable would take in more than one sidecar, or might; null: it would not. */
const besideIt = (picture: string, hasFurther: (picture: string) => Promise<boolean>): Promise<string | null> =>
  hasFurther(picture).then(
    (has) => (has ? FORMER_VERSIONS : null),
    (error: unknown) => `Its folder cannot be read, and may have sidecars of further versions: ${reasonOf(error)}`,
  );

const FURTHER = /^(.+)_\d+(\.[^.]*)\.xmp$/;

/** Whether a picture has sidecars of further versions, such as `photo_01.jpg.xmp`, perhaps of versions that are gone. Each folder is read once. */
export function furtherSidecars(): (picture: string) => Promise<boolean> {
  const folders = new Map<string, Promise<Set<string>>>();
  const read = async (folder: string) => {
    const names = await readdir(folder).catch((error: unknown): string[] => {
      if (isMissing(error)) return [];
      throw error;
    });
    return new Set(names.filter((name) => FURTHER.test(name)).map((name) => name.replace(FURTHER, '$1$2')));
  };
  return async (picture) => {
    const folder = dirname(picture);
    const pictures = folders.get(folder) ?? read(folder);
    folders.set(folder, pictures);
    return (await pictures).has(basename(picture));
  };
}

async function sidecarOf(
  { facts, organised, history, hasOtherTexts }: WholeImage,
  settings: SidecarSettings,
  taking: HistoryTaking,
): Promise<string | { obstacle: string }> {
  if (!settings.areWritten) return { obstacle: NEVER_WRITTEN };
  try {
    const present = await ordinaryFileBytes(facts.sidecar).catch((error: unknown) => {
      if (isMissing(error)) return null;
      throw error;
    });
    if (present === null && (taking === 'import' || hasOtherTexts)) return { obstacle: NO_SIDECAR };
    const text = present === null ? EMPTY_SIDECAR : new TextDecoder('utf-8', { fatal: true }).decode(present);
    const other = present === null ? null : await otherOwner(facts, text);
    return other === null ? withHistory(withMarks(text, organised, settings), history) : { obstacle: other };
  } catch (error) {
    return { obstacle: `Its sidecar cannot be used for this: ${reasonOf(error)}` };
  }
}
