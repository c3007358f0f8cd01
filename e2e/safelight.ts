import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { test as base, expect, type Page } from '@playwright/test';
import sharp from 'sharp';
import { type FixtureImage, makeLibrary } from '../src/testing/library-fixture.ts';
import { listeningUrl } from '../src/testing/listening-url.ts';

const program = join(import.meta.dirname, '..', 'dist', 'main.js');
const run = promisify(execFile);

export interface Client {
  client_id: string;
  client_secret: string;
}

/** The built program, running on a data folder of its own. */
export interface Safelight {
  url: string;
  /** Holds the data folder, the home folder and whatever else a test puts there. */
  folder: string;
  dataDir: string;
  client: Client;
  signInLink(): Promise<string>;
  /** Runs `safelight` with these arguments on the same data folder; gives what it printed. */
  command(...args: string[]): Promise<string>;
  /** Ends the program, as closing it does. */
  stop(): Promise<void>;
  /** Starts it again at the same address. */
  start(): Promise<void>;
  remove(): Promise<void>;
}

/**
 * Starts `safelight serve`, or with the environment of a `desktop` all of Safelight, tray included. `library` names a file (there or
 * not); without it, Safelight looks for one by itself.
 */
export async function startSafelight({
  folder,
  library,
  desktop,
}: { folder?: string; library?: string; desktop?: NodeJS.ProcessEnv } = {}): Promise<Safelight> {
  const own = folder ?? (await mkdtemp(join(tmpdir(), 'safelight-e2e-')));
  const dataDir = join(own, 'data');
  const home = join(own, 'home');
  await mkdir(home, { recursive: true });
  // Whoever runs the tests may have settings of their own in the environment.
  const outside = Object.entries(process.env).filter(([name]) => !name.startsWith('SAFELIGHT_'));
  const env = {
    ...Object.fromEntries(outside),
    ...desktop,
    HOME: home,
    XDG_CONFIG_HOME: '',
    XDG_DATA_HOME: '',
    XDG_CACHE_HOME: '',
  };
  const command = async (...args: string[]) => {
    const { stdout } = await run(process.execPath, [program, ...args, '--data-dir', dataDir], { env });
    return stdout.trim();
  };

  let ended: Promise<unknown> = Promise.resolve();
  let server: ChildProcess | undefined;
  const start = async (port: string): Promise<string> => {
    server = spawn(
      process.execPath,
      [
        program,
        ...(desktop === undefined ? ['serve'] : []),
        '--data-dir',
        dataDir,
        '--port',
        port,
        ...(library === undefined ? [] : ['--library', library]),
      ],
      { env },
    );
    ended = once(server, 'exit');
    return listeningUrl(server);
  };

  const url = await start('0');
  const client = JSON.parse(await command('clients', 'add', '--id', 'e2e', '--json')) as Client;
  const stop = async () => {
    server?.kill();
    await ended;
  };
  return {
    url,
    folder: own,
    dataDir,
    client,
    signInLink: () => command('sign-in-link'),
    command,
    stop,
    start: async () => {
      await start(new URL(url).port);
    },
    remove: async () => {
      await stop();
      await rm(own, { recursive: true, force: true });
    },
  };
}

/** Picture files of a few shapes and colours, as many as asked for; returned as images of a film roll. */
export async function makePictures(folder: string, count: number): Promise<FixtureImage[]> {
  const shapes = [
    [720, 480],
    [480, 720],
    [800, 450],
    [600, 600],
  ] as const;
  await mkdir(folder, { recursive: true });
  const models = await Promise.all(
    shapes.map(async ([width, height], shape) => {
      const file = join(folder, `.model-${shape}.jpg`);
      const background = { r: 60 + 40 * shape, g: 110, b: 200 - 40 * shape };
      await sharp({ create: { width, height, channels: 3, background } })
        .jpeg()
        .toFile(file);
      return { file, width, height };
    }),
  );
  return Promise.all(
    Array.from({ length: count }, async (_, index): Promise<FixtureImage> => {
      const model = models[index % models.length]!;
      const name = `${index % 2 === 0 ? 'harbour' : 'larch'}-${String(index + 1).padStart(3, '0')}.jpg`;
      await copyFile(model.file, join(folder, name));
      return {
        id: index + 1,
        filename: name,
        film: folder,
        width: model.width,
        height: model.height,
        stars: index % 6,
        // The first is the newest: the order of the gallery is the order of the names.
        taken: new Date(Date.UTC(2024, 4, 1, 12) - index * 3_600_000).toISOString().slice(0, 19),
      };
    }),
  );
}

export const PICTURES = 260;

interface TestFixtures {
  /** Starts a Safelight for this test alone; gone when the test is over. */
  launch: (library?: string, desktop?: NodeJS.ProcessEnv) => Promise<Safelight>;
  /** A temporary folder for this test alone. */
  folder: string;
  /** Signed in to `safelight`, not yet on any page. */
  signedIn: Page;
  /** What a page may complain about in this test; anything else on its console fails it. */
  allowedComplaints: RegExp[];
}
interface WorkerFixtures {
  /** One Safelight with a library of many pictures, for all tests that change nothing. */
  safelight: Safelight;
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  safelight: [
    // Playwright reads what a fixture needs from its first argument's shape.
    // eslint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const folder = await mkdtemp(join(tmpdir(), 'safelight-e2e-'));
      const pictures = await makePictures(join(folder, 'Pictures'), PICTURES);
      Object.assign(pictures[0]!, described);
      Object.assign(pictures[2]!, { rejected: true });
      const { file } = makeLibrary({ folder: join(folder, 'darktable'), images: pictures });
      const safelight = await startSafelight({ folder, library: file });
      await use(safelight);
      await safelight.remove();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  // eslint-disable-next-line no-empty-pattern
  allowedComplaints: async ({}, use) => use([]),
  // eslint-disable-next-line no-empty-pattern
  folder: async ({}, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'safelight-e2e-'));
    await use(folder);
    await rm(folder, { recursive: true, force: true });
  },
  launch: async ({ folder }, use) => {
    const launched: Safelight[] = [];
    await use(async (library, desktop) => {
      const safelight = await startSafelight({
        folder,
        ...(library !== undefined && { library }),
        ...(desktop !== undefined && { desktop }),
      });
      launched.push(safelight);
      return safelight;
    });
    for (const safelight of launched) await safelight.stop();
  },
  // Ends before `launch` does: what a page says about a server that the test took away is no complaint.
  page: async ({ page, launch: _launch, allowedComplaints }, use) => {
    const complaints: string[] = [];
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
    });
    page.on('pageerror', (error) => complaints.push(String(error)));
    await use(page);
    expect(complaints.filter((text) => !allowedComplaints.some((allowed) => allowed.test(text)))).toEqual([]);
  },
  signedIn: async ({ page, safelight }, use) => {
    await signIn(page, safelight);
    await use(page);
  },
});

/** The one image that has everything to show. */
const described = {
  stars: 4,
  labels: ['red', 'blue'],
  tags: ['places|iceland|vik', 'sea'],
  title: 'Harbour before the rain',
  description: 'Waiting for the ferry.',
  exposure: Math.fround(0.004),
  aperture: Math.fround(2.8),
  iso: 400,
  focalLength: 35,
  exposureBias: Math.fround(-0.6667),
} satisfies FixtureImage;

/** Signs the browser in without its page. */
export async function signIn(page: Page, { url, client }: Safelight): Promise<void> {
  const { client_id, client_secret } = client;
  const answer = await page.request.post(`${url}/session`, {
    data: { client_id, client_secret },
    headers: { origin: url },
  });
  expect(answer.status()).toBe(204);
}

/** A link of the grid, by the beginning of its words: file name, rating, labels. */
export const tile = (page: Page, words: string | RegExp) =>
  page.getByRole('list', { name: 'Pictures' }).getByRole('link', { name: words });

/** What of an `<img>` the tests look at: they run outside the browser and know no DOM. */
export interface Picture {
  complete: boolean;
  naturalWidth: number;
}

/** Waits until an `<img>` shows pixels. */
export async function expectPixels(picture: ReturnType<Page['getByRole']>, atLeast = 1): Promise<void> {
  await expect
    .poll(() => picture.evaluate((image: Picture) => (image.complete ? image.naturalWidth : 0)))
    .toBeGreaterThanOrEqual(atLeast);
}

export { expect };
