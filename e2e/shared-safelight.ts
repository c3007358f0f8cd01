/** Safelights that all tests of a worker share; what a test does there, it does to a picture that it has added. */
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { type FixtureImage, type FixtureLibrary, makeLibrary } from '../src/testing/library-fixture.ts';
import { type Safelight, startSafelight, test as base } from './safelight.ts';

export interface SharedSafelight extends Safelight {
  /** Adds a picture, which `make` puts into a folder of its own. Returns its id once lists have it. */
  add(make: (film: string, id: number) => Promise<FixtureImage>): Promise<number>;
  /** Changes the library as another program would. */
  change: FixtureLibrary['change'];
}

/** With an empty library in this folder. */
export async function startShared(
  folder: string,
  renderer: 'bridge' | 'darktable-cli',
  start = (library: string) => startSafelight({ folder, library }),
): Promise<SharedSafelight> {
  await mkdir(join(folder, 'data'));
  await writeFile(join(folder, 'data', 'settings.json'), JSON.stringify({ renderer }), { mode: 0o600 });
  const library = makeLibrary({ folder: join(folder, 'darktable') });
  const safelight = await start(library.file);
  const { url, client } = safelight;
  const { client_id, client_secret } = client;
  const session = await fetch(`${url}/session`, {
    method: 'POST',
    headers: { origin: url, 'content-type': 'application/json' },
    body: JSON.stringify({ client_id, client_secret }),
  });
  const cookie = session.headers.getSetCookie().map((each) => each.split(';')[0]!);
  const isListed = async (id: number) => {
    const answer = await fetch(`${url}/api/v1/images?limit=500`, { headers: { cookie: cookie.join('; ') } });
    return ((await answer.json()) as { items: { id: number }[] }).items.some((image) => image.id === id);
  };
  let id = 0;
  return {
    ...safelight,
    change: library.change,
    async add(make) {
      id++;
      const film = join(folder, `Pictures ${id}`);
      await mkdir(film);
      library.add([{ ...(await make(film, id)), film, id }]);
      await base.expect.poll(() => isListed(id)).toBe(true);
      return id;
    },
  };
}

const shared = (renderer: 'bridge' | 'darktable-cli') =>
  [
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use: (safelight: SharedSafelight) => Promise<void>) => {
      const folder = await mkdtemp(join(tmpdir(), 'safelight-e2e-'));
      const safelight = await startShared(folder, renderer);
      await use(safelight);
      await safelight.remove();
    },
    { scope: 'worker', timeout: 120_000 },
  ] as const;

export const test = base.extend<object, { shared: SharedSafelight; rendering: SharedSafelight }>({
  /** Leaves rendering to the plugin. */
  shared: [...shared('bridge')],
  /** Renders with the real darktable. */
  rendering: [...shared('darktable-cli')],
});

/** The path of a picture, to be developed. */
export const developPage = (id: number) => `/images/${id}?panel=develop`;

/** The address of something of the picture that the page shows. */
export const apiOf = (page: Page, what: string): string =>
  new URL(`/api/v1${/\/images\/\d+/.exec(page.url())![0]}/${what}`, page.url()).href;

/** What is stored of a module of that picture. */
export async function paramsOf<Params>(page: Page, module: string): Promise<Params> {
  const answer = await page.request.get(apiOf(page, `modules/${module}`));
  return ((await answer.json()) as { params: Params }).params;
}
