import Database from 'better-sqlite3';
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { layoutOf } from '../darktable/layouts.ts';
import { decodeParams, type Params } from '../darktable/params-decode.ts';
import type { Changes } from '../changes/changes.ts';
import type { Edits, EditStep } from '../changes/modules/edits.ts';
import { Events } from '../platform/events.ts';
import { openLibrary, type Library } from '../library/library.ts';
import { silentLog, type Log } from '../platform/log.ts';
import { changesOfTest } from './changes-of-test.ts';
import { makeLibrary, type FixtureImage } from './library-fixture.ts';
import { exposureParams } from './pictures/params.ts';

export interface EditsOfTest {
  folder: string;
  dataDir: string;
  file: string;
  library: Library;
  edits: Edits;
  /** Images whose thumbnails were set aside, in order. */
  setAside: number[];
  /** Images of which a preview was asked for, in order. */
  askedFor: number[];
  inTurn: Changes['inTurn'];
  /** Resolves when interrupted edits of an earlier run have been checked. */
  settled(): Promise<void>;
  /** Ends this Safelight; the next one takes over. */
  close(): Promise<void>;
}

export interface EditsOfTestOptions {
  /** A library that is there; else one is made. */
  file?: string;
  images?: readonly FixtureImage[];
  schema?: 37 | 56 | 57;
  dataDir?: string;
  log?: Log;
  /** Instead of noting in `askedFor` who is asked for. */
  askForPreview?: (id: number) => Promise<void>;
  onStep?: (step: EditStep) => void;
}

/** An image with one step: exposure +0.5 EV. */
export const exposed = (ev = 0.5, more: FixtureImage = {}): FixtureImage => ({
  id: 1,
  history: [{ operation: 'exposure', module: 6, params: exposureParams(ev) }],
  ...more,
});

/** A library with edits on it as the program opens them, and nothing else of the program. */
export function startEdits(options: EditsOfTestOptions = {}): EditsOfTest {
  const folder = mkdtempSync(join(tmpdir(), 'safelight-edits-'));
  const dataDir = options.dataDir ?? join(folder, 'data');
  mkdirSync(dataDir, { recursive: true });
  const { images = [exposed()], schema = 37 } = options;
  const file = options.file ?? makeLibrary({ folder: join(folder, 'config'), images, schema }).file;
  const log = options.log ?? silentLog();
  const events = new Events();
  const library = openLibrary({ file, isSample: false, log, events });
  const setAside: number[] = [];
  const askedFor: number[] = [];
  const started = changesOfTest({
    file,
    dataDir,
    library,
    onStep: options.onStep && ((step) => options.onStep!(step as EditStep)),
    setThumbnailsAside: (id) => Promise.resolve(void setAside.push(id)),
    askForPreview: options.askForPreview ?? ((id) => Promise.resolve(void askedFor.push(id))),
    events,
    log,
  });
  let isClosed = false;
  const close = async () => {
    if (isClosed) return;
    isClosed = true;
    await started.close();
    library.close();
  };
  onTestFinished(async () => {
    await close();
    rmSync(folder, { recursive: true, force: true });
  });
  const { modules: edits, inTurn, settled } = started.changes;
  return { folder, dataDir, file, library, edits, setAside, askedFor, inTurn, settled, close };
}

/** What another program finds in a library that nobody has open. */
export function look(file: string) {
  const database = new Database(file, { readonly: true, timeout: 2_000 });
  try {
    return {
      integrity: database.pragma('integrity_check', { simple: true }) as string,
      history: database.prepare('SELECT * FROM history ORDER BY imgid, num').all() as {
        imgid: number;
        num: number;
        operation: string;
        module: number;
        enabled: number;
        op_params: Buffer | null;
        blendop_params: Buffer | null;
        blendop_version: number;
        multi_priority: number | null;
      }[],
      hashes: database.prepare('SELECT * FROM history_hash ORDER BY imgid').all() as {
        imgid: number;
        basic_hash: Buffer | null;
        auto_hash: Buffer | null;
        current_hash: Buffer | null;
        mipmap_hash: Buffer | null;
      }[],
      images: database.prepare('SELECT * FROM images ORDER BY id').safeIntegers().all() as Record<string, unknown>[],
      journalMode: database.pragma('journal_mode', { simple: true }) as string,
      pageSize: database.pragma('page_size', { simple: true }) as number,
    };
  } finally {
    database.close();
  }
}

/** The named parameters of the newest step of a module. */
export function paramsIn(file: string, imageId: number, operation: string): Params {
  const row = look(file).history.findLast((step) => step.imgid === imageId && step.operation === operation)!;
  return decodeParams(layoutOf(operation, row.module)!, row.op_params!);
}

/** How the journal says that edits ended: `begun` or `stored`, oldest first. */
export function journalStates(dataDir: string): string[] {
  const file = join(dataDir, 'journal.db');
  if (!existsSync(file)) return [];
  const database = new Database(file, { readonly: true });
  try {
    return database.prepare('SELECT state FROM edit ORDER BY id').pluck().all() as string[];
  } finally {
    database.close();
  }
}
