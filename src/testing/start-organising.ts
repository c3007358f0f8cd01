import Database from 'better-sqlite3';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import { readOrganised, type Organised } from '../library/organised.ts';
import type { Library } from '../library/library.ts';
import type { Changes } from '../changes/changes.ts';
import type { ChangeRequest, Marks, MarkStep } from '../changes/marks/marks.ts';
import { Events } from '../platform/events.ts';
import { silentLog } from '../platform/log.ts';
import { changesOfTest } from './changes-of-test.ts';
import { makeLibrary, type FixtureImage } from './library-fixture.ts';

export interface OrganisingOfTest {
  folder: string;
  dataDir: string;
  file: string;
  library: Library;
  /** Marks, and the list of all changes with its undo. */
  organising: Pick<Marks, 'change' | 'waitingRejects'> &
    Pick<Changes, 'list' | 'undo' | 'cancel' | 'wakeSidecars' | 'settled'>;
  /** What the library holds about an image now. */
  image(id: number): Promise<Organised | undefined>;
  /** What another program does to the library. */
  sql(statement: string): void;
  /** Ends this Safelight; the next one takes over. */
  close(): Promise<void>;
}

export interface OrganisingOfTestOptions {
  /** A library that is there; else one is made. */
  file?: string;
  images?: readonly FixtureImage[] | number;
  schema?: 37 | 56 | 57;
  dataDir?: string;
  onStep?: (step: MarkStep) => void;
  events?: Events;
  /** How long darktable may take to start, and to continue without progress. */
  timeoutMs?: number;
  graceMs?: number;
  isReadOnly?: () => boolean;
  lookMs?: number;
}

/** A library whose images can be organized as in the program, and nothing else of the program. */
export function startOrganising(options: OrganisingOfTestOptions = {}): OrganisingOfTest {
  const folder = mkdtempSync(join(tmpdir(), 'safelight-organising-'));
  const dataDir = options.dataDir ?? join(folder, 'data');
  mkdirSync(dataDir, { recursive: true });
  const { images = [{ id: 1 }, { id: 2 }, { id: 3 }], schema = 37 } = options;
  const file = options.file ?? makeLibrary({ folder: join(folder, 'config'), images, schema }).file;
  const log = silentLog();
  const { events = new Events(), onStep, timeoutMs, graceMs, isReadOnly, lookMs } = options;
  const { library, changes, close } = changesOfTest({
    file,
    dataDir,
    events,
    log,
    timeoutMs,
    graceMs,
    isReadOnly,
    lookMs,
    onStep: onStep && ((step) => onStep(step as MarkStep)),
    // A busy machine takes its time.
    sidecarPatienceMs: 60_000,
  });
  const { marks } = changes;
  const organising = {
    ...changes,
    change: (request: ChangeRequest) => marks.change(request),
    waitingRejects: (imageIds?: readonly number[]) => marks.waitingRejects(imageIds),
  };
  onTestFinished(async () => {
    await close();
    rmSync(folder, { recursive: true, force: true });
  });
  return {
    folder,
    dataDir,
    file,
    library,
    organising,
    close,
    image: (id) => library.read((reader) => readOrganised(reader, [id]).get(id)),
    sql(statement) {
      const database = new Database(file, { timeout: 2_000 });
      database.prepare('ATTACH ? AS data').run(join(dirname(file), 'data.db'));
      database.exec(statement);
      database.close();
    },
  };
}
