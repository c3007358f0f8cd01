import { REJECT_WAITS_FOR, type RejectWaitsFor } from '../../contract/waiting-rejects.ts';
import type { ImageAnswer } from '../../darktable/image-jobs.ts';
import { organiseThroughBridge, type OrganiseImage } from '../../darktable/organise-jobs.ts';
import { runningDarktable } from '../../darktable/running.ts';
import type { Library, LibraryReader } from '../../library/library.ts';
import { readImageFiles } from '../../library/organised.ts';
import { reasonOf } from '../../platform/errors.ts';
import type { Log } from '../../platform/log.ts';
import { answerInWords, backUpBesideDarktable, busyFor, notStored } from '../writing/through-plugin.ts';
import type { ImageEdit } from './mark-transaction.ts';
import type { MarksWritten, MarkWork } from './mark-work.ts';

export interface PluginWayOptions {
  library: Pick<Library, 'file' | 'read' | 'resting'>;
  organiseDir: string;
  editsDir: string;
  /** How long darktable may take to start, and to continue without progress. */
  timeoutMs?: number | undefined;
  graceMs?: number | undefined;
  log: Pick<Log, 'warn'>;
}

/** Through the plugin: darktable itself writes library and sidecars, and shows each mark at once. */
export function pluginWay(options: PluginWayOptions) {
  const { library, organiseDir, editsDir, timeoutMs = 10_000, graceMs = 30_000, log } = options;
  return async ({ images, onProgress, signal }: MarkWork): Promise<MarksWritten> => {
    await backUpBesideDarktable(library, log);
    const files = await library.read((reader) => jobsOf(reader, images));
    let answers: Map<number, ImageAnswer>;
    try {
      answers = await organiseThroughBridge({ organiseDir, editsDir }, files, {
        timeoutMs,
        graceMs,
        signal,
        onProgress: ({ done }) => {
          onProgress(done);
        },
        isDarktableThere: () => runningDarktable(library.file) !== null,
      });
    } catch (error) {
      throw notStored(`it could not be passed to darktable: ${reasonOf(error)}`, error);
    }
    const all = [...answers.values()];
    if (all.length > 0 && all.every(({ code }) => code === 'not_taken' || code === 'expired'))
      throw notStored(busyFor(timeoutMs));
    const reasons = [...answers].flatMap(([imageId, answer]) => {
      const reason = answerInWords(answer);
      return reason === null ? [] : [[imageId, reason] as const];
    });
    return {
      again: new Set([...answers].filter(([, answer]) => isToBeAskedAgain(answer, signal)).map(([imageId]) => imageId)),
      waits: new Map(
        [...answers].flatMap(([imageId, { code, reason }]) =>
          code === 'waits' ? [[imageId, waitsFor(reason)] as const] : [],
        ),
      ),
      reasons: new Map(reasons),
      isOpen: all.some(({ code }) => code === 'no_answer'),
    };
  };
}

/** Without images that have been removed meanwhile. */
function jobsOf(reader: LibraryReader, images: readonly ImageEdit[]): OrganiseImage[] {
  const files = readImageFiles(
    reader,
    images.map(({ imageId }) => imageId),
  );
  return images.flatMap(({ imageId, edits }) => {
    const at = files.get(imageId);
    return at ? [{ imageId, file: at.file, stars: at.stars, wanted: edits }] : [];
  });
}

/** darktable ended: the rest is written directly. */
const isToBeAskedAgain = ({ code }: ImageAnswer, signal: AbortSignal) =>
  code === 'changed' || code === 'interrupted' || (code === 'cancelled' && !signal.aborted);

const waitsFor = (reason: string): RejectWaitsFor => REJECT_WAITS_FOR.find((known) => known === reason) ?? 'darktable';
