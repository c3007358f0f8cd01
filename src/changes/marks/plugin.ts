import { REJECT_WAITS_FOR, type RejectWaitsFor } from '../../contract/waiting-rejects.ts';
import type { ImageAnswer } from '../../darktable/image-jobs.ts';
import { organiseThroughBridge, type OrganiseImage } from '../../darktable/organise-jobs.ts';
import { runningDarktable } from '../../darktable/running.ts';
import { backUpBesideDarktable } from '../modules/plugin.ts';
import type { Library, LibraryReader } from '../../library/library.ts';
import { readImageFiles } from '../../library/organised.ts';
import { AppError, reasonOf } from '../../platform/errors.ts';
import type { Log } from '../../platform/log.ts';
import type { ImageEdit } from './mark-transaction.ts';
import type { OrganisingWay } from './mark-ways.ts';

export interface BridgeWayOptions {
  library: Pick<Library, 'file' | 'read' | 'resting'>;
  organiseDir: string;
  editsDir: string;
  /** How long darktable may take to start, and to continue without progress. */
  timeoutMs?: number | undefined;
  graceMs?: number | undefined;
  log: Pick<Log, 'warn'>;
}

/** Through the plugin: darktable itself writes library and sidecars, and shows each decision at once. */
export function bridgeWay(options: BridgeWayOptions): OrganisingWay {
  const { library, organiseDir, editsDir, timeoutMs = 10_000, graceMs = 30_000, log } = options;
  return {
    route: 'bridge',
    isWhole: false,
    refuse: () => undefined,
    async write(images, { onProgress, signal }) {
      await backUpBesideDarktable(library, log);
      const files = await library.read((reader) => jobsOf(reader, images));
      let answers: Map<number, ImageAnswer>;
      try {
        answers = await organiseThroughBridge({ organiseDir, editsDir }, files, {
          ...{ timeoutMs, graceMs, signal },
          onProgress: ({ done }) => {
            onProgress(done);
          },
          isDarktableThere: () => runningDarktable(library.file) !== null,
        });
      } catch (error) {
        throw refused(`it could not be passed to darktable: ${reasonOf(error)}`, error);
      }
      const all = [...answers.values()];
      if (all.length > 0 && all.every(({ code }) => code === 'not_taken' || code === 'expired'))
        throw refused(
          `darktable is busy and did not start it within ${timeoutMs / 1000} s. Try again later, or check whether darktable shows a dialog`,
        );
      const reasons = [...answers].flatMap(([imageId, answer]) => {
        const reason = inWords(answer);
        return reason === null ? [] : [[imageId, reason] as const];
      });
      return {
        again: new Set(
          [...answers].filter(([, answer]) => isToBeAskedAgain(answer, signal)).map(([imageId]) => imageId),
        ),
        waits: new Map(
          [...answers].flatMap(([imageId, { code, reason }]) =>
            code === 'waits' ? [[imageId, waitsFor(reason)] as const] : [],
          ),
        ),
        reasons: new Map(reasons),
        isOpen: all.some(({ code }) => code === 'no_answer'),
      };
    },
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

const refused = (why: string, cause?: unknown) =>
  new AppError('db_write_error', `The change was not stored: ${why.replace(/\.$/, '')}.`, { cause });

/** darktable ended: the rest is written directly. */
const isToBeAskedAgain = ({ code }: ImageAnswer, signal: AbortSignal) =>
  code === 'changed' || code === 'interrupted' || (code === 'cancelled' && !signal.aborted);

const waitsFor = (reason: string): RejectWaitsFor => REJECT_WAITS_FOR.find((known) => known === reason) ?? 'darktable';

/** null: darktable received it. */
export function inWords({ code, reason }: ImageAnswer): string | null {
  switch (code) {
    case 'done':
    case 'waits':
      return null;
    case 'changed':
      return 'Another program changed it at the same moment. Look at it and try again.';
    case 'no_image':
      return 'The running darktable does not know this image.';
    case 'other_file':
      return 'The running darktable has another library open, where this id belongs to another image.';
    case 'cancelled':
      return CANCELLED;
    case 'expired':
    case 'not_taken':
      return 'darktable was busy and did not start it in time.';
    case 'interrupted':
      return 'darktable ended before it was changed.';
    case 'no_answer':
      return 'darktable started it but did not report that it is done. Check the image before you try again.';
    case 'bad_job':
    case 'refused':
      return reason === '' ? 'darktable could not apply it.' : `darktable could not apply it: ${reason}.`;
  }
}

export const CANCELLED = 'It was cancelled before its turn came.';
