import { editThroughBridge, type EditAnswer } from '../darktable/bridge-files.ts';
import { styleObstacle } from '../darktable/bridge-style.ts';
import { AppError, reasonOf } from '../platform/errors.ts';
import { backupOfToday } from '../library/backup.ts';
import { activeHistory } from '../library/history.ts';
import type { Library } from '../library/library.ts';
import { readWholeHistory } from '../library/whole-history.ts';
import type { Log } from '../platform/log.ts';
import type { EditWay } from './edit-ways.ts';
import { entryEtag } from './module-entry.ts';

export interface BridgeWayOptions {
  library: Pick<Library, 'file' | 'image' | 'read' | 'resting'>;
  editsDir: string;
  /** How long darktable may take to begin, and to end what it began. */
  timeoutMs?: number | undefined;
  graceMs?: number | undefined;
  log: Pick<Log, 'warn'>;
}

/** How often a copy of a library that darktable is writing to is tried: somebody waits for his edit. */
const BACKUP_ATTEMPTS = 3;

/**
 * Through the plugin in a running darktable, which itself writes history, sidecar and thumbnails. Blending, instance and
 * name of the entry stay as they are.
 */
export function bridgeWay(options: BridgeWayOptions): EditWay {
  const { library, editsDir, timeoutMs = 10_000, graceMs = 30_000, log } = options;
  /** darktable has copies of its own, so without one of ours the edit is no danger; but somebody should know. */
  const backUp = async () => {
    try {
      await backupOfToday(library.file, library.resting, new Date(), { attempts: BACKUP_ATTEMPTS });
    } catch (error) {
      log.warn(`An edit goes to darktable without a copy of the library from before: ${reasonOf(error)}`);
    }
  };
  return {
    route: 'bridge',
    async write({ imageId, row, after }) {
      const image = await library.image(imageId);
      if (!image) throw refused(`there is no image ${imageId} in the library any more`);
      const history = await readWholeHistory(library, imageId, (reader) => activeHistory(reader, imageId));
      const present = history.find(
        ({ operation, priority }) => operation === row.operation && priority === row.priority,
      );
      if (!present || entryEtag(present) !== entryEtag(row)) return { status: 'changed', present: present ?? null };
      const entry = { ...present, ...after };
      const obstacle = styleObstacle(history, entry);
      if (obstacle !== null) throw refused(obstacle);
      await backUp();
      let answer: EditAnswer;
      try {
        answer = await editThroughBridge(editsDir, { imageId, file: image.path, entry }, { timeoutMs, graceMs });
      } catch (error) {
        throw refused(`it could not be handed to darktable: ${reasonOf(error)}`, error);
      }
      if (!answer.ok) throw refused(inWords(answer, timeoutMs));
      return { status: 'stored' };
    },
  };
}

const refused = (why: string, cause?: unknown) =>
  new AppError('db_write_error', `The edit was not stored: ${why.replace(/\.$/, '')}.`, { cause });

function inWords({ code, reason }: EditAnswer & { ok: false }, timeoutMs: number): string {
  switch (code) {
    case 'not_taken':
    case 'expired':
      return `darktable is busy and did not begin it within ${timeoutMs / 1000} s. Try again when it is done with its work, or look whether it shows a dialog`;
    case 'no_answer':
    case 'interrupted':
      return 'darktable began it and did not say that it is done. Look at the image before you try again';
    case 'no_image':
      return 'the darktable that is running does not know this image';
    case 'other_file':
      return 'the darktable that is running has another library open, in which this number is another image';
    case 'open_in_darkroom':
      return reason === '' ? "the image is open in darktable's darkroom. Leave it there and try again" : reason;
    case 'bad_job':
    case 'style_failed':
      return `darktable could not apply it${reason === '' ? '' : ` (${reason})`}`;
  }
}
