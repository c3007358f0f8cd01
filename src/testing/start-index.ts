import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { pino } from 'pino';
import { ImageQuery } from '../contract/image-query.ts';
import type { ImageRecord } from '../contract/image-record.ts';
import { Events } from '../platform/events.ts';
import { type ImageIndex, openImageIndex } from '../image-index/image-index.ts';
import { type Library, openLibrary } from '../library/library.ts';
import { type FixtureImage, type FixtureLibrary, makeLibrary } from './library-fixture.ts';

export type ListedImage = Omit<ImageRecord, 'preview_version'>;

export type TestIndex = {
  folder: string;
  /** index.db. */
  file: string;
  fixture: FixtureLibrary;
  library: Library;
  index: ImageIndex;
  events: Events;
  /** What was logged so far, a line each. */
  logged: string[];
  /** A page, asked as over HTTP. */
  list(query?: Record<string, string>): Promise<{ total: number; generation: number; items: ListedImage[] }>;
  /** Ids of a page. */
  ids(query?: Record<string, string>): Promise<number[]>;
  /** Closes index and library; they can be opened again on the same files. */
  stop(): Promise<void>;
  /** Also removes the folder. */
  close(): Promise<void>;
};

export type TestIndexOptions = {
  images?: Iterable<FixtureImage> | number;
  schema?: 37 | 57;
  /** A folder that a former one left. */
  folder?: string;
  /** Another place for index.db. */
  file?: string;
  /** Another library than `<folder>/library.db`, which is made when there is no folder. */
  libraryFile?: string;
  silenceMs?: number;
  buildWaitMs?: number;
  waitMs?: number;
  /** Wait until the index is built. Default true. */
  settle?: boolean;
};

/** A library in a temporary folder with its index: the real indexer in its real process. */
export async function startIndex(options: TestIndexOptions = {}): Promise<TestIndex> {
  const folder = options.folder ?? mkdtempSync(join(tmpdir(), 'safelight-index-'));
  const { images = [], schema = 37 } = options;
  const fixture = makeOrReopen(folder, options.folder !== undefined, { images, schema });
  const file = options.file ?? join(folder, 'index.db');
  const logged: string[] = [];
  const log = pino(
    { base: null },
    new Writable({
      write: (line, _, done) => {
        logged.push(String(line));
        done();
      },
    }),
  );
  const events = new Events();
  const library = openLibrary({ file: options.libraryFile ?? fixture.file, isSample: false, log, events });
  const { silenceMs = 30_000, buildWaitMs = 20_000 } = options;
  const waitMs = options.waitMs === undefined ? {} : { waitMs: options.waitMs };
  const index = openImageIndex({ file, library, log, events, silenceMs, buildWaitMs, ...waitMs });
  if (options.settle !== false) await index.settled();
  const list = async (query: Record<string, string> = {}) => {
    const { lines, total, generation } = await index.listImages(ImageQuery.parse(query));
    const records = lines.length > 0 ? lines.toString().split('\n') : [];
    return { total, generation, items: records.map((json) => JSON.parse(`${json}}`) as ListedImage) };
  };
  let isStopped = false;
  const stop = async () => {
    if (isStopped) return;
    isStopped = true;
    await index.close();
    library.close();
  };
  return {
    folder,
    file,
    fixture,
    library,
    index,
    events,
    logged,
    list,
    stop,
    ids: async (query) => (await list(query)).items.map(({ id }) => id),
    close: async () => {
      await stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function makeOrReopen(
  folder: string,
  isThere: boolean,
  o: { images: Iterable<FixtureImage> | number; schema: 37 | 57 },
) {
  if (!isThere) return makeLibrary({ folder, ...o });
  const gone = () => {
    throw new Error('Change it through the fixture that made it');
  };
  return { file: join(folder, 'library.db'), data: join(folder, 'data.db'), add: gone, change: gone };
}
