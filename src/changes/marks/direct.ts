import { backupOfToday } from '../../library/backup.ts';
import type { Library } from '../../library/library.ts';
import { dataBeside } from '../../darktable/locate.ts';
import { writeOrganisedInThread } from './mark-transaction-in-thread.ts';
import { writeOrganised, type OrganisedWriteStep } from './mark-transaction.ts';
import type { MarksWritten, MarkWork } from './mark-work.ts';

export interface DirectWayOptions {
  library: Pick<Library, 'file' | 'resting'>;
  /** The file of the journal of changes. */
  journal: string;
  /** Throws while a darktable has the library open. Asked when nobody else can begin to write. */
  guard: () => void;
  onStep?: ((step: OrganisedWriteStep) => void) | undefined;
}

/** More images than this are written in another thread. Starting it takes about 50 ms, as long as writing this many. */
const MOST_IN_THIS_THREAD = 1_000;

/** Directly into library.db and data.db while no darktable has them open: all images in one transaction. */
export function directWay({ library, journal, guard, onStep }: DirectWayOptions) {
  return async ({ images, change }: MarkWork): Promise<MarksWritten> => {
    const { file } = library;
    const data = dataBeside(file);
    await backupOfToday(library.resting);
    const isWritten =
      images.length > MOST_IN_THIS_THREAD
        ? await writeOrganisedInThread({ file, data, journal, change }, guard)
        : writeOrganised({ file, data, images, guard, onStep });
    const again = new Set(isWritten ? [] : images.map(({ imageId }) => imageId));
    return { again, waits: new Map(), reasons: new Map(), isOpen: false };
  };
}
