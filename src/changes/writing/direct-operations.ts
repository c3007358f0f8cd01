import type Database from 'better-sqlite3';
import type { WriteQueue } from './write-queue.ts';
import { backupOfToday } from '../../library/backup.ts';
import type { Library } from '../../library/library.ts';
import { dataBeside } from '../../darktable/locate.ts';
import { reasonOf } from '../../platform/errors.ts';
import type { ListedField } from '../journal/change-journal.ts';
import type { OperationKind, TagChange } from './operation.ts';
import type { Journal } from '../journal/journal.ts';
import { idsOf } from './operation-results.ts';
import { writeOperation, type OperationStep } from './operation-write.ts';
import { notWritten } from './direct-write.ts';
import { noteEnding } from './note-ending.ts';
import { refuseIfOpened } from './which-way.ts';
import { isReadyFor, rowsTakenBack, type RowChange } from './row-changes.ts';

export interface DirectOperationsOptions {
  library: Pick<Library, 'file' | 'read' | 'resting'>;
  journal: Journal;
  /** Gets the operations whose outcome is unknown. */
  writes: Pick<WriteQueue, 'unsettled' | 'warnOnce'>;
  /** Called after a change of tags was stored. */
  onTagsChanged: () => void;
  /** Called after histories were changed. */
  onHistoriesChanged: (imageIds: readonly number[]) => Promise<void>;
  onStep?: ((step: OperationStep) => void) | undefined;
}

/** What an operation does: nothing if it has no rows. */
export interface PlannedOperation {
  kind: OperationKind;
  tag: TagChange | null;
  rows: readonly RowChange[];
  fields: readonly ListedField[];
}

/** A change in parts. */
export interface WholeChange {
  /** Its id once a part is stored. */
  id: number | null;
  /** Whether parts follow the one at hand. */
  hasMore: boolean;
  /** Called with its id. */
  begun: (id: number) => void;
  /** What it was postponed as. */
  postponed: number | null;
}

/** Operations straight into a library that no darktable has open. What was done is read from the library afterwards. */
export class DirectOperations {
  readonly #options: DirectOperationsOptions;

  constructor(options: DirectOperationsOptions) {
    this.#options = options;
  }

  /** Writes an operation, or a part of the `whole`, reads it back and returns its id; null if there was nothing to do. */
  async carryOut<P extends PlannedOperation>(
    client: string,
    undoes: number | null,
    operate: (library: Database.Database) => P,
    whole: WholeChange | null = null,
  ): Promise<{ change: number | null; planned: P }> {
    const { library, journal, onStep, onTagsChanged, onHistoriesChanged } = this.#options;
    const { file } = library;
    const guard = () => refuseIfOpened(file);
    // Before a further part it was looked a moment ago, and with the lock it is looked again.
    if (typeof whole?.id !== 'number') guard();
    const begun = { id: null as number | null, planned: null as P | null };
    let failure: unknown = null;
    const begin = (planned: P) => {
      const { kind, tag, rows, fields } = planned;
      begun.planned = planned;
      begun.id = journal.needed(() => {
        if (typeof whole?.id !== 'number')
          return journal.operations.begin(
            { client, time: Date.now(), undoes, kind, tag, rows, fields },
            { isUnfinished: undoes !== null && whole?.hasMore, postponed: whole?.postponed },
          );
        journal.operations.addPart(whole.id, { rows, fields });
        return whole.id;
      });
      whole?.begun(begun.id);
    };
    try {
      await backupOfToday(library.resting);
      const planned = writeOperation({ file, data: dataBeside(file), operate, guard, journal: begin, onStep });
      if (begun.id === null) return { change: null, planned };
    } catch (error) {
      failure = error;
    }
    const { id, planned } = begun;
    if (id === null || planned === null) {
      // A library that is gone, or not readable at all, says so itself.
      await library.read(() => null);
      throw notWritten(failure, file);
    }
    const ending = await this.settle(id, planned.rows, failure === null);
    if (ending !== 'stored') throw notWritten(failure ?? new Error(ending), file);
    if (whole) whole.id = id;
    onStep?.('settled');
    if (planned.kind === 'tag') onTagsChanged();
    if (planned.kind === 'history') await onHistoriesChanged(idsOf(planned.fields));
    return { change: id, planned };
  }

  /** Finds out from the library whether it was stored and records that in the journal. Otherwise returns the reason. */
  async settle(id: number, rows: readonly RowChange[], afterOwnWrite: boolean): Promise<string> {
    const { library, journal, writes } = this.#options;
    const back = telling(rowsTakenBack(rows));
    let isStored: boolean;
    try {
      isStored = await library.read((reader) => back.every((row) => isReadyFor(reader, row)), { afterOwnWrite });
      // One transaction, all or nothing; a row that somebody changed since tells nothing. After a crash, the most rows tell.
      if (!isStored)
        isStored = await library.read(
          (reader) => {
            const countReady = (all: readonly RowChange[]) => all.filter((row) => isReadyFor(reader, row)).length;
            const asBefore = countReady(telling(rows));
            return afterOwnWrite ? asBefore < telling(rows).length : countReady(back) > asBefore;
          },
          { afterOwnWrite },
        );
    } catch (error) {
      writes.unsettled();
      return `whether it was stored cannot be told now (${reasonOf(error)})`;
    }
    noteEnding(this.#options, () => {
      if (isStored) journal.operations.stored(id);
      else journal.operations.forget(id);
    });
    return isStored ? 'stored' : 'another program changed the same at the same moment';
  }
}

/** Rows of images, tags and styles represent all rows, which change together. */
const TELLING = ['main.images', 'data.tags', 'main.tagged_images', 'data.styles'];
function telling(rows: readonly RowChange[]): readonly RowChange[] {
  const found = rows.filter(({ table }) => TELLING.includes(table));
  return found.length > 0 ? found : rows;
}
