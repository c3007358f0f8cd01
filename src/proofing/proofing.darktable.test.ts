import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { ExifTool } from 'exiftool-vendored';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { BridgeStatus } from '../contract/admin.ts';
import { TakeoverRequest } from '../contract/proof-takeover.ts';
import { NewProof, type Point, UNMARKED } from '../contract/proofs.ts';
import { testedDarktable } from '../testing/bridge-stage.ts';
import { libraryRows } from '../testing/library-rows.ts';
import { image } from '../testing/pictures/jpeg.ts';
import { packParams } from '../testing/pictures/params.ts';
import { sidecarPath, xmpSidecar } from '../testing/pictures/xmp-sidecar.ts';
import { makeRealLibrary, type RealLibrary, startDarktable } from '../testing/real-darktable.ts';
import { openTestApp } from '../testing/start-app.ts';
import type { GuestSession } from './guest-door.ts';

/** Proofs of pictures that a real darktable develops and keeps. */
const folder = mkdtempSync(join(tmpdir(), 'safelight-proofing-'));
const conf = { 'lua/_scripts_install/dont_show': 'TRUE' };
const exiftool = new ExifTool({ maxProcs: 1 });
let real: RealLibrary;
let app: Awaited<ReturnType<typeof openTestApp>>;

const SIZE = { width: 600, height: 400 };
/** In shares of the picture's sides. */
const SPOT = { x: 0.3, y: 0.2 };

/** Gray, with a red spot. */
function spotted(): Buffer {
  const data = Buffer.alloc(SIZE.width * SIZE.height * 3, 128);
  for (let y = -12; y < 12; y++)
    for (let x = -12; x < 12; x++)
      data.set([255, 0, 0], 3 * ((SPOT.y * SIZE.height + y) * SIZE.width + SPOT.x * SIZE.width + x));
  return data;
}

/** The middle of what is red. */
async function spotIn(file: string): Promise<Point> {
  const { data, info } = await sharp(file).raw().toBuffer({ resolveWithObject: true });
  const [xs, ys]: [number[], number[]] = [[], []];
  for (let at = 0; at < data.length; at += info.channels)
    if (data[at]! > data[at + 1]! + 80) {
      xs.push((at / info.channels) % info.width);
      ys.push(Math.floor(at / info.channels / info.width));
    }
  const middle = (all: number[], length: number) =>
    (all.reduce((sum, one) => sum + one, 0) / all.length + 0.5) / length;
  return { x: middle(xs, info.width), y: middle(ys, info.height) };
}

beforeAll(async () => {
  const photos = join(folder, 'photos');
  mkdirSync(photos);
  const history = [
    { operation: 'flip', version: 2, params: packParams('i', 0) },
    { operation: 'crop', version: 1, params: packParams('ffffii', 0, 0, 1, 1, 0, 0) },
  ];
  for (const name of ['one', 'two']) {
    const file = join(photos, `${name}.jpg`);
    const shot = { maker: 'Canon', model: 'Canon EOS R5', takenAt: '2021-09-14T06:12:33' };
    writeFileSync(
      file,
      await image({ data: spotted(), ...SIZE }, shot)
        .jpeg({ quality: 92 })
        .toBuffer(),
    );
    writeFileSync(sidecarPath(file), xmpSidecar({ rating: name === 'two' ? 2 : 0, rights: '© Anna Example', history }));
  }
  real = await makeRealLibrary({ folder: join(folder, 'darktable'), pictures: [photos], conf, ...testedDarktable });
  app = await openTestApp({
    library: { file: real.library },
    cache: real.cacheDir,
    environment: { PATH: process.env.PATH! },
  });
});
afterAll(async () => {
  await exiftool.end();
  await app.close();
  rmSync(folder, { recursive: true, force: true });
});

/** A proof of both pictures, and a guest of it. */
async function shared(rules: Partial<NewProof>) {
  const { proofs, guestDoor } = app.app.services;
  const asked = NewProof.parse({ title: 'Wedding', source: { ids: [1, 2] }, order: 'given', ...rules });
  const { proof, links } = await proofs.make(asked);
  const link = guestDoor.link(links[0]!.path.replace('/p/', ''))!;
  const entered = guestDoor.enter(link, 'Anna');
  if (!('guest' in entered)) throw new Error('the guest was not let in');
  const session: GuestSession = { link, guest: entered.guest };
  const shows = async (check: (told: Awaited<ReturnType<typeof proofs.find>>) => void) =>
    vi.waitFor(async () => check(await proofs.find(proof.id)), { timeout: 100_000, interval: 200 });
  const keys = () => guestDoor.state(session).pictures.map(({ key }) => key);
  const fileOf = async (key: string, size: 'tile' | 'screen' | 'large') =>
    (await guestDoor.picture(session, key, size))!.file;
  return { proofs, guestDoor, id: proof.id, session, shows, keys, fileOf };
}

test('guests see sRGB pictures that tell what the proof keeps and nothing else', async () => {
  const { id, shows, keys, fileOf, guestDoor, session, proofs } = await shared({ keep: ['texts'], downloads: 'full' });
  await shows((told) => expect(told).toMatchObject({ made: 2, failed: 0, problem: null }));
  const [key] = keys();
  const full = (await guestDoor.download(session, key!, 'full'))!;
  const files = [await fileOf(key!, 'tile'), await fileOf(key!, 'screen'), await fileOf(key!, 'large'), full.file];
  for (const file of files) {
    const told = JSON.stringify(await exiftool.readRaw(file, { readArgs: ['-G1', '-a'] }));
    for (const secret of ['Canon', '2021:09', 'ThumbnailImage', 'one.jpg', 'history', real.configDir])
      expect(told, `${basename(file)}: ${secret}`).not.toContain(secret);
    const isKept = ['large.jpg', 'full.jpg'].includes(basename(file));
    expect(told.includes('© Anna Example'), file).toBe(isKept);
    const { space, width } = await sharp(file).metadata();
    expect([space, width]).toEqual(['srgb', basename(file) === 'tile.jpg' ? 480 : 600]);
  }
  await proofs.end(id);
});

test('a point moves with the picture when it is cropped and turned, as its pixels do', async () => {
  const { id, shows, keys, fileOf, guestDoor, session, proofs } = await shared({ quiet_minutes: null });
  await shows((told) => expect(told.made).toBe(2));
  const [key] = keys();
  const { version } = guestDoor.state(session).pictures[0]!;
  const comment = { id: crypto.randomUUID(), picture: key!, text: 'This one', point: SPOT, on: version };
  guestDoor.comment(session, comment);
  const steps = [
    ['crop', { cx: 0.1, cy: 0.05, cw: 0.9, ch: 0.85 }],
    ['flip', { orientation: 'ORIENTATION_ROTATE_CW_90_DEG' }],
    ['flip', { orientation: 'ORIENTATION_TRANSVERSE' }],
    ['flip', { orientation: 'ORIENTATION_FLIP_X' }],
  ] as const;
  for (const [module, params] of steps) {
    const before = await fileOf(key!, 'tile');
    const { status } = await app.ask('PATCH', `/api/v1/images/1/modules/${module}`, { body: { params } });
    expect(status).toBe(204);
    await shows((told) => expect(told.changed).toBe(1));
    expect(await fileOf(key!, 'tile')).toBe(before);
    proofs.showChanges(id);
    await shows((told) => expect(told.changed).toBe(0));
    const spot = await spotIn(await fileOf(key!, 'tile'));
    const { point, is_earlier } = (await proofs.marks(id)).comments[0]!;
    expect(is_earlier, module).toBe(false);
    expect(Math.abs(point!.x - spot.x), `${module}: ${JSON.stringify([point, spot])}`).toBeLessThan(0.01);
    expect(Math.abs(point!.y - spot.y), `${module}: ${JSON.stringify([point, spot])}`).toBeLessThan(0.01);
  }
  await proofs.end(id);
});

test('taking over and its undo leave the rows as they were, with darktable closed and open, and guests see no change', async () => {
  const { id, shows, keys, guestDoor, session, proofs } = await shared({ allows: ALL, keep: ['stars', 'tags'] });
  await shows((told) => expect(told.made).toBe(2));
  const versions = () => guestDoor.state(session).pictures.map((picture) => picture.version);
  const [first, second] = keys();
  guestDoor.mark(session, first!, { ...UNMARKED, favorite: true, stars: 4, verdict: 'yes', version: 0 });
  guestDoor.mark(session, second!, { ...UNMARKED, stars: 5, version: 0 });
  const text = 'please without the uncle';
  guestDoor.comment(session, { id: crypto.randomUUID(), picture: first!, text, point: null, on: null });
  const request = TakeoverRequest.parse({
    rule: 'client-wins',
    comments: 'notes',
    mapping: { favorite: { to: 'label', label: 'purple' } },
  });
  const { changes } = app.app.services;
  /** Not when the sidecars were written, which is done after a change. */
  const rows = () => {
    const all = libraryRows({ file: real.library, data: join(real.configDir, 'data.db') });
    return { ...all, images: all.images!.map((row) => row.replace(/write_timestamp: \d+n/, '')) } as typeof all;
  };
  const seen = versions();

  async function takeOverAndBack(check: (isTaken: boolean) => Promise<void>): Promise<void> {
    const { plan, changes: wanted } = await proofs.planTakeover(id, request);
    expect(plan.counts).toMatchObject({ marked: 2, changed: 2, stars: 2, labels: 1, tags: 1, notes: 1, conflicts: 1 });
    const { change, changed } = await changes.marks.changeEach({ changes: wanted, client: 'test' });
    expect(changed).toBe(2);
    expect(await app.get('/api/v1/images/1')).toMatchObject({
      rating: 4,
      color_labels: ['purple'],
      tags: ['client|Anna|comment', 'client|Anna|yes'],
      notes: `Anna: ${text}`,
    });
    expect((await proofs.planTakeover(id, request)).changes.size).toBe(0);
    await check(true);
    const { status } = await app.ask('POST', `/api/v1/changes/${change}/undo`, { scopes: ['images:write'] });
    expect(status).toBe(200);
    await check(false);
  }

  const before = rows();
  await takeOverAndBack(() => Promise.resolve());
  const after = rows();
  for (const table of ['images', 'color_labels', 'meta_data', 'tagged_images', 'history', 'history_hash'])
    expect(after[table], table).toEqual(before[table]);

  await app.ask('PATCH', '/api/v1/admin/settings', { body: { renderer: 'bridge' }, scopes: ['admin'] });
  await app.ask('POST', '/api/v1/admin/bridge/install', { scopes: ['admin'] });
  await using darktable = await startDarktable({
    configDir: real.configDir,
    cacheDir: real.cacheDir,
    conf,
    ...testedDarktable,
  });
  const bridge = () => app.get<BridgeStatus>('/api/v1/admin/bridge', { scopes: ['admin'] });
  await vi.waitFor(async () => expect((await bridge()).state).toBe('ready'), { timeout: 60_000, interval: 50 });
  const stars = () => darktable.lua('return tostring(darktable.database.get_image(2).rating)');
  await takeOverAndBack(async (isTaken) => expect(await stars()).toBe(isTaken ? '5' : '2'));
  await darktable.quit();
  const closed = rows();
  for (const table of ['color_labels', 'meta_data', 'tagged_images'])
    expect(closed[table], table).toEqual(before[table]);
  const told = await proofs.find(id);
  expect([told.changed, versions()]).toEqual([0, seen]);
});

const ALL = { favorite: true, stars: true, verdict: true, comments: true, final_text: true };
