import { mkdirSync } from 'node:fs';
import { onTestFinished } from 'vitest';
import { openLibrary, type Library } from '../library/library.ts';
import { openOperations, type Operations, type OperationsOptions } from '../changes/operations.ts';
import { Events } from '../platform/events.ts';
import { silentLog } from '../platform/log.ts';

export interface OperationsOfTest {
  library: Library;
  operations: Operations;
  /** Undoes a change. */
  undo(change: number | null): ReturnType<Operations['undo']>;
  /** The id of a tag; throws where there is none. */
  tag(name: string): Promise<number>;
  close(): Promise<void>;
}

/** A Safelight that changes tags and what is in the library, and nothing else of the program. */
export function startOperations({
  file,
  dataDir,
  events = new Events(),
  ...options
}: { file: string; dataDir: string; events?: Events } & Partial<
  Pick<OperationsOptions, 'onHistoriesChanged' | 'onStep' | 'timeoutMs' | 'graceMs' | 'lookMs' | 'isReadOnly'>
>): OperationsOfTest {
  mkdirSync(dataDir, { recursive: true });
  const log = silentLog();
  const library = openLibrary({ file, isSample: false, log, events });
  const operations = openOperations({
    dataDir,
    library,
    onTagsChanged: () => undefined,
    onHistoriesChanged: () => Promise.resolve(),
    events,
    log,
    ...options,
  });
  let isClosed = false;
  const close = async () => {
    if (isClosed) return;
    isClosed = true;
    await operations.close();
    library.close();
  };
  onTestFinished(close);
  return {
    ...{ library, operations, close },
    undo: (change) => operations.undo(operations.among([change!]).get(change!)!, 'test'),
    async tag(name) {
      const sql = 'SELECT id FROM data.tags WHERE name = :name';
      const tag = (await library.read((reader) => reader.get(sql, { name }))) as { id: number } | undefined;
      if (!tag) throw new Error(`there is no tag ${name}`);
      return tag.id;
    },
  };
}
