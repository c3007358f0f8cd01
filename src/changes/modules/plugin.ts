import { editThroughBridge, type EditAnswer } from '../../darktable/bridge-edit-jobs.ts';
import { styleObstacle } from '../../darktable/bridge-style.ts';
import { reasonOf } from '../../platform/errors.ts';
import { activeHistory } from '../../library/history.ts';
import type { WriteResult } from '../../library/history-write.ts';
import type { Library } from '../../library/library.ts';
import { readWholeHistory } from '../../library/whole-history.ts';
import type { Log } from '../../platform/log.ts';
import { backUpBesideDarktable, busyFor, notStored } from '../writing/through-plugin.ts';
import type { ModuleWork } from './direct.ts';
import { entryEtag } from './module-entry.ts';

export interface PluginWayOptions {
  library: Pick<Library, 'file' | 'image' | 'read' | 'resting'>;
  editsDir: string;
  /** How long darktable may take to start an edit, and to finish it. */
  timeoutMs?: number | undefined;
  graceMs?: number | undefined;
  log: Pick<Log, 'warn'>;
}

/**
 * Through the plugin: darktable writes history, sidecar and thumbnails itself. Instance and name of the entry do not change.
 */
export function pluginWay(options: PluginWayOptions) {
  const { library, editsDir, timeoutMs = 10_000, graceMs = 30_000, log } = options;
  return async ({ imageId, row, after }: ModuleWork): Promise<WriteResult> => {
    const image = await library.image(imageId);
    if (!image) throw notStored(`image ${imageId} is no longer in the library`);
    const history = await readWholeHistory(library, imageId, (reader) => activeHistory(reader, imageId));
    const present = history.find(({ operation, priority }) => operation === row.operation && priority === row.priority);
    if (!present || entryEtag(present) !== entryEtag(row)) return { status: 'changed', present: present ?? null };
    const entry = { ...present, ...after };
    const obstacle = styleObstacle(history, entry);
    if (obstacle !== null) throw notStored(obstacle);
    await backUpBesideDarktable(library, log);
    let answer: EditAnswer;
    try {
      answer = await editThroughBridge(editsDir, { imageId, file: image.path, entry }, { timeoutMs, graceMs });
    } catch (error) {
      throw notStored(`it could not be passed to darktable: ${reasonOf(error)}`, error);
    }
    if (!answer.ok) throw notStored(whyNotMade(answer, timeoutMs));
    return { status: 'stored' };
  };
}

function whyNotMade({ code, reason }: EditAnswer & { ok: false }, timeoutMs: number): string {
  switch (code) {
    case 'not_taken':
    case 'expired':
      return busyFor(timeoutMs);
    case 'no_answer':
    case 'interrupted':
      return 'darktable started it but did not report that it is done. Check the image before you try again';
    case 'no_image':
      return 'the running darktable does not know this image';
    case 'other_file':
      return 'the running darktable has another library open, where this id belongs to another image';
    case 'open_in_darkroom':
      return reason === '' ? 'the image is open in the darkroom. Close it there and try again' : reason;
    case 'bad_job':
    case 'style_failed':
      return `darktable could not apply it${reason === '' ? '' : ` (${reason})`}`;
  }
}
