import { editThroughBridge, type EditAnswer } from '../../darktable/bridge-edit-jobs.ts';
import { styleObstacle } from '../../darktable/bridge-style.ts';
import { AppError, reasonOf } from '../../platform/errors.ts';
import { backupOfToday } from '../../library/backup.ts';
import { activeHistory } from '../../library/history.ts';
import type { Library } from '../../library/library.ts';
import { readWholeHistory } from '../../library/whole-history.ts';
import type { Log } from '../../platform/log.ts';
import type { EditWay } from './edit-ways.ts';
import { entryEtag } from './module-entry.ts';

export interface BridgeWayOptions {
  library: Pick<Library, 'file' | 'image' | 'read' | 'resting'>;
  editsDir: string;
  /** How long darktable may take to start an edit, and to finish it. */
  timeoutMs?: number | undefined;
  graceMs?: number | undefined;
  log: Pick<Log, 'warn'>;
}

/** How often to try to copy a library that darktable is writing to. Few, because a user is waiting for the edit. */
const BACKUP_ATTEMPTS = 3;

/**
 * Through the plugin: darktable writes history, sidecar and thumbnails itself. Instance and name of the entry do not change.
 */
export function bridgeWay(options: BridgeWayOptions): EditWay {
  const { library, editsDir, timeoutMs = 10_000, graceMs = 30_000, log } = options;
  return {
    route: 'bridge',
    async write({ imageId, row, after }) {
      const image = await library.image(imageId);
      if (!image) throw refused(`image ${imageId} is no longer in the library`);
      const history = await readWholeHistory(library, imageId, (reader) => activeHistory(reader, imageId));
      const present = history.find(
        ({ operation, priority }) => operation === row.operation && priority === row.priority,
      );
      if (!present || entryEtag(present) !== entryEtag(row)) return { status: 'changed', present: present ?? null };
      const entry = { ...present, ...after };
      const obstacle = styleObstacle(history, entry);
      if (obstacle !== null) throw refused(obstacle);
      await backUpBesideDarktable(library, log);
      let answer: EditAnswer;
      try {
        answer = await editThroughBridge(editsDir, { imageId, file: image.path, entry }, { timeoutMs, graceMs });
      } catch (error) {
        throw refused(`it could not be passed to darktable: ${reasonOf(error)}`, error);
      }
      if (!answer.ok) throw refused(inWords(answer, timeoutMs));
      return { status: 'stored' };
    },
  };
}

/** darktable makes its own backups, so a failed one of ours is only logged. */
export async function backUpBesideDarktable(library: Pick<Library, 'resting'>, log: Pick<Log, 'warn'>): Promise<void> {
  try {
    await backupOfToday(library.resting, new Date(), { attempts: BACKUP_ATTEMPTS });
  } catch (error) {
    log.warn(`A change goes to darktable without a backup of the library: ${reasonOf(error)}`);
  }
}

const refused = (why: string, cause?: unknown) =>
  new AppError('db_write_error', `The edit was not stored: ${why.replace(/\.$/, '')}.`, { cause });

function inWords({ code, reason }: EditAnswer & { ok: false }, timeoutMs: number): string {
  switch (code) {
    case 'not_taken':
    case 'expired':
      return `darktable is busy and did not start it within ${timeoutMs / 1000} s. Try again later, or check whether darktable shows a dialog`;
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
