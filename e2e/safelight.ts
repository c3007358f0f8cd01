import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { test as base, expect, type Page } from '@playwright/test';
import sharp from 'sharp';
import { mintLocalAdminToken } from '../src/auth/local-admin.ts';
import type { PublicSettings } from '../src/contract/settings.ts';
import { type FixtureImage, makeLibrary } from '../src/testing/library-fixture.ts';
import { listeningUrl } from '../src/testing/listening-url.ts';

const program = join(import.meta.dirname, '..', 'dist', 'main.js');
const run = promisify(execFile);
/** Starting takes a sixth less of the processor's time when nothing is collected meanwhile. */
const ROOMY = ['--min-semi-space-size=64', '--max-semi-space-size=64'];

export interface Client {
  client_id: string;
  client_secret: string;
}

/** The self-test of the installed darktable, which takes seconds: the first Safelight of a worker that needs it does it for the others. */
let passed: Buffer | null = null;

/** The built program, running on its own data folder. */
export interface Safelight {
  url: string;
  /** Holds the data folder, the home folder and anything else from the test. */
  folder: string;
  dataDir: string;
  client: Client;
  /** To a page of it; if omitted, to the gallery. */
  signInLink(page?: string): Promise<string>;
  /** What `safelight settings set` asks for, without a process. */
  set(settings: Partial<PublicSettings>): Promise<void>;
  /** Runs `safelight` with these arguments on the same data folder; returns its output. */
  command(...args: string[]): Promise<string>;
  /** Ends the program, like closing it. */
  stop(): Promise<void>;
  /** Restarts it at the same address. */
  start(): Promise<void>;
  remove(): Promise<void>;
}

/**
 * Starts `safelight serve` or, with the environment of a `desktop`, all of Safelight including the tray. `library`
 * names a file, which may be missing; without it, Safelight looks for one by itself. `programs`: a folder in which it looks for programs first.
 * Without settings of its own, it leaves rendering to the plugin: most tests are about something else.
 */
export async function startSafelight({
  folder,
  library,
  desktop,
  programs,
}: { folder?: string; library?: string; desktop?: NodeJS.ProcessEnv; programs?: string } = {}): Promise<Safelight> {
  const own = folder ?? (await mkdtemp(join(tmpdir(), 'safelight-e2e-')));
  const dataDir = join(own, 'data');
  const home = join(own, 'home');
  await mkdir(home, { recursive: true });
  await mkdir(dataDir, { recursive: true });
  const settings = { flag: 'wx', mode: 0o600 } as const;
  await writeFile(join(dataDir, 'settings.json'), '{ "renderer": "bridge" }', settings).catch(() => undefined);
  // Settings in the environment of whoever runs the tests must not matter.
  const outside = Object.entries(process.env).filter(([name]) => !name.startsWith('SAFELIGHT_'));
  const env = {
    ...Object.fromEntries(outside),
    ...desktop,
    ...(programs !== undefined && { PATH: `${programs}${delimiter}${process.env.PATH}` }),
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
  const selfTest = join(dataDir, 'renderer', 'resident', 'self-test.json');
  if (passed !== null) {
    await mkdir(join(selfTest, '..'), { recursive: true });
    await writeFile(selfTest, passed);
  }
  const start = async (port: string): Promise<string> => {
    server = spawn(
      process.execPath,
      [
        ...ROOMY,
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
  // What `safelight clients add` and `safelight sign-in-link` ask for, without a process for each.
  const ask = async (method: 'POST' | 'PATCH', what: string, body: object): Promise<unknown> => {
    const answer = await fetch(`${url}/api/v1/admin/${what}`, {
      method,
      headers: { authorization: `Bearer ${mintLocalAdminToken(dataDir)}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${what}: ${answer.status} ${await answer.text()}`);
    return answer.json();
  };
  const client = (await ask('POST', 'clients', { id: 'e2e' })) as Client;
  const stop = async () => {
    server?.kill();
    await ended;
    passed ??= await readFile(selfTest).catch(() => null);
  };
  return {
    url,
    folder: own,
    dataDir,
    client,
    signInLink: async (page) => ((await ask('POST', 'sign-in-links', { page })) as { url: string }).url,
    set: async (settings) => {
      await ask('PATCH', 'settings', settings);
    },
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

/** This many picture files of a few shapes and colors, returned as images of a film roll. */
export async function makePictures(
  folder: string,
  count: number,
  shapes: readonly (readonly [width: number, height: number])[] = [
    [720, 480],
    [480, 720],
    [800, 450],
    [600, 600],
  ],
): Promise<FixtureImage[]> {
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
        // The first is the newest, so the gallery is in the order of the names.
        taken: new Date(Date.UTC(2024, 4, 1, 12) - index * 3_600_000).toISOString().slice(0, 19),
      };
    }),
  );
}

export const PICTURES = 260;

/** Makes pages so many times slower, and their answers late: what depends on timing then fails. For looking, not for CI. */
const SLOWNESS = Number(process.env.SAFELIGHT_E2E_SLOWNESS ?? 1);

async function slowDown(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWNESS });
  const latency = 40 * SLOWNESS;
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency,
    downloadThroughput: -1,
    uploadThroughput: -1,
  });
}

interface TestFixtures {
  /** Starts a Safelight for this test alone, which ends with the test. */
  launch: (library?: string, desktop?: NodeJS.ProcessEnv, programs?: string) => Promise<Safelight>;
  /** A temporary folder for this test alone. */
  folder: string;
  /** Signed in to `safelight`, not yet on any page. */
  signedIn: Page;
  /** Console messages that this test allows; any other fails it. */
  allowedComplaints: RegExp[];
}
interface WorkerFixtures {
  /** One Safelight with a library of many pictures, shared by all tests that change nothing. */
  safelight: Safelight;
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  safelight: [
    // Playwright reads what a fixture needs from its first argument's shape.
    // oxlint-disable-next-line no-empty-pattern
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
  // oxlint-disable-next-line no-empty-pattern
  allowedComplaints: async ({}, use) => use([]),
  // oxlint-disable-next-line no-empty-pattern
  folder: async ({}, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'safelight-e2e-'));
    await use(folder);
    await rm(folder, { recursive: true, force: true });
  },
  launch: async ({ folder }, use) => {
    const launched: Safelight[] = [];
    await use(async (library, desktop, programs) => {
      const safelight = await startSafelight({
        folder,
        ...(library !== undefined && { library }),
        ...(desktop !== undefined && { desktop }),
        ...(programs !== undefined && { programs }),
      });
      launched.push(safelight);
      return safelight;
    });
    for (const safelight of launched) await safelight.stop();
  },
  // Ends before `launch` does: messages about a server that the test has ended do not count.
  page: async ({ page, launch: _launch, allowedComplaints }, use) => {
    const complaints: string[] = [];
    page.on('console', (message) => {
      // A newer picture was asked for before the older one was known to be given up.
      const isSuperseded = message.location().url.endsWith('/render') && message.text().includes('409');
      const isBlocked = message.text().startsWith('Service Worker registration blocked');
      if (['error', 'warning'].includes(message.type()) && !isSuperseded && !isBlocked) complaints.push(message.text());
    });
    page.on('pageerror', (error) => complaints.push(String(error)));
    if (SLOWNESS > 1) await slowDown(page);
    await use(page);
    expect(complaints.filter((text) => !allowedComplaints.some((allowed) => allowed.test(text)))).toEqual([]);
  },
  signedIn: async ({ page, safelight }, use) => {
    await signIn(page, safelight);
    await use(page);
  },
});

/** The only image with every fact. */
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

/** Signs the browser in without its page, and leaves the one that is shown: what that asks for meanwhile would be refused. */
export async function signIn(page: Page, { url, client }: Safelight): Promise<void> {
  if (page.url() !== 'about:blank') await page.goto('about:blank');
  const { client_id, client_secret } = client;
  const answer = await page.request.post(`${url}/session`, {
    data: { client_id, client_secret },
    headers: { origin: url },
  });
  expect(answer.status()).toBe(204);
}

/** A link in the grid, by the beginning of its text: file name, rating, labels. */
export const tile = (page: Page, words: string | RegExp) =>
  page.getByRole('list', { name: 'Pictures' }).getByRole('link', { name: words });

/** The properties of an `<img>` that the tests read: they run outside the browser and have no DOM types. */
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
