import { onTestFinished } from 'vitest';
import type { Changes } from '../changes/changes.ts';
import type { Library } from '../library/library.ts';
import { changesOfTest, type ChangesOfTestOptions } from './changes-of-test.ts';

export interface OperationsOfTest {
  library: Library;
  changes: Changes;
  /** Undoes a change. */
  undo(change: number | null): ReturnType<Changes['undo']>;
  /** The id of a tag; throws where there is none. */
  tag(name: string): Promise<number>;
  close(): Promise<void>;
}

/** A Safelight that changes what is in the library, and nothing else of the program. */
export function startOperations(options: ChangesOfTestOptions): OperationsOfTest {
  const { library, changes, close } = changesOfTest(options);
  onTestFinished(close);
  return {
    library,
    changes,
    close,
    undo: (change) => changes.undo(change!, 'test'),
    async tag(name) {
      const sql = 'SELECT id FROM data.tags WHERE name = :name';
      const tag = (await library.read((reader) => reader.get(sql, { name }))) as { id: number } | undefined;
      if (!tag) throw new Error(`there is no tag ${name}`);
      return tag.id;
    },
  };
}
