import { moduleIn } from '../../changes/modules/edits.ts';
import type { HistoryRow } from '../../library/history.ts';
import type { Services } from '../services.ts';
import { imageNotFound, readOnly } from '../../platform/errors.ts';
import type { ImageCheck, KnownImage, ModuleCheck } from './route.ts';

/** Looks for the image of `:id`. Throws `not_found`. */
export function imageFinder(
  check: ImageCheck,
  { index, library }: Services,
): (id: number) => KnownImage | Promise<KnownImage> {
  const inLibrary = async (id: number) => {
    const image = await library.facts(id);
    if (!image) throw imageNotFound(id);
    return image;
  };
  // If the index knows, there is nothing to wait for.
  return check === 'known' ? (id) => index.presentHistory(id) ?? inLibrary(id) : inLibrary;
}

/** Looks for the module of `:op`; what it returns finds an instance of it. Each throws `module_not_found`. */
export function moduleFinder(
  check: ModuleCheck,
  { changes: { modules } }: Services,
): (id: number, operation: string) => Promise<(instance?: number) => HistoryRow> {
  if (check === 'edited') return (id, operation) => modules.editable(id, operation);
  return async (id, operation) => moduleIn(await modules.history(id), operation);
}

/** Throws `read_only`. */
export function refuseWhenReadOnly({ whyReadOnly }: Services): void {
  const why = whyReadOnly();
  if (why !== null) throw readOnly(why);
}
