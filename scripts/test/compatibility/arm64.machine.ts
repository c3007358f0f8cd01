/**
 * Safelight and darktable on a Debian 13 for ARM, run by an emulator (scripts/test/chroots/emulate.sh). What that cannot show is said in
 * docs/compatibility.md.
 */
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { shippedFacts } from '../../../src/darktable/release-facts.ts';
import { PictureDecoder } from '../../../src/previews/picture-decoder.ts';
import { SELF_TEST_PICTURE } from '../../../src/renderer/resident/test-state.ts';
import { bundle } from '../../build/bundle.ts';
import { arm64Debian } from '../machines/arm64-debian.ts';
import { type CleanMachine, startMachine } from '../machines/clean-machine.ts';
import { makeProgramTree, root } from '../../release/packages/program-tree.ts';
import { authorization, startSafelight } from '../../release/packages/served-library.ts';
import { sourceDate } from '../../release/packages/source-date.ts';
import { linuxTargets } from '../../release/packages/targets.ts';
import { installSystemPackages } from '../system-packages.ts';
import { systemCommand } from './chroots.ts';

/** Debian 13's darktable, on both processors. */
const RELEASE = '5.0.1';
const target = linuxTargets.find(({ cpu }) => cpu === 'arm64')!;
const safelight = '/packages/safelight/safelight';
const node = '/packages/safelight/bin/node';

/** What the machine sees as /packages. */
const folder = mkdtempSync(join(tmpdir(), 'safelight-arm64-'));
let machine: CleanMachine;
beforeAll(async () => {
  const missing = await installSystemPackages({ 'llvm-strip': 'llvm' });
  if (missing !== null) throw new Error(missing);
  chmodSync(folder, 0o755);
  makeProgramTree(join(folder, 'safelight'), { target, date: sourceDate(root) });
  copyFileSync(SELF_TEST_PICTURE, join(folder, 'picture.dng'));
  await bundle({ 'ask-arm64': join(import.meta.dirname, 'ask-arm64.ts') }, join(folder, 'safelight', 'dist'));
  machine = await startMachine('trixie', { packages: folder, kind: arm64Debian });
});
afterAll(async () => {
  await machine[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true, force: true });
});

/** A folder of darktable's settings, with a library that has the picture. */
const rendering = (picture: string, to: string, configDir: string) =>
  `darktable-cli ${picture} ${to} --core --configdir ${configDir} --library ${configDir}/library.db`;

test('it is ARM, and so are Node and darktable', async () => {
  const { stdout } = await machine.run(`uname -m && ${node} -p process.arch && darktable-cli --version | head -1`);
  expect(stdout.trim().split('\n')).toEqual(['aarch64', 'arm64', expect.stringContaining(RELEASE)]);
});

test('darktable-cli renders a raw picture as it does on x86-64, to the eye', async () => {
  const { code, stdout } = await machine.run(
    `${rendering('/packages/picture.dng', 'here.jpg', '.config/darktable')} >/dev/null && base64 here.jpg`,
  );
  expect(code).toBe(0);
  const [here, there] = ['here.jpg', 'there.jpg'].map((name) => join(folder, name)) as [string, string];
  writeFileSync(here, Buffer.from(stdout, 'base64'));
  const [program = '', ...args] = systemCommand(RELEASE);
  const x86 = rendering(SELF_TEST_PICTURE, there, join(folder, 'x86'));
  execFileSync(program, [...args, ...x86.split(' ')], { stdio: ['ignore', 'ignore', 'inherit'] });
  const decoder = new PictureDecoder();
  try {
    expect(await decoder.difference(here, there)).toBeLessThan(0.5);
  } finally {
    decoder.close();
  }
});

test('what darktable says of itself there is what it says on x86-64', async () => {
  const { stdout, stderr } = await machine.run(`${node} --no-warnings /packages/safelight/dist/ask-arm64.js`);
  expect(stderr).toBe('');
  const { layouts: _, ...facts } = shippedFacts().find(({ release }) => release === RELEASE)!;
  expect(JSON.parse(stdout)).toEqual(facts);
});

describe('Safelight, beside the library that darktable-cli has made', () => {
  let serving: Awaited<ReturnType<typeof startSafelight>>;
  let headers: { Authorization: string };
  beforeAll(async () => {
    await machine.run(`${safelight} settings set renderer auto`);
    serving = await startSafelight(machine, `${safelight} serve`);
    const scope = 'images:read previews:read cache:refresh';
    headers = await authorization(machine, { url: serving.url, command: safelight, scope });
  });

  const ask = (method: string, path: string, body?: object) =>
    fetch(`${serving.url}/api/v1${path}`, {
      method,
      headers: { ...headers, ...(body && { 'Content-Type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });
  const json = async (answer: Response) => ({ status: answer.status, ...((await answer.json()) as object) });

  test('reads it: the picture and its history', async () => {
    expect(await json(await ask('GET', '/images'))).toMatchObject({
      status: 200,
      total: 1,
      items: [{ id: 1, filename: 'picture.dng' }],
    });
    const history = (await json(await ask('GET', '/images/1/history'))) as unknown as {
      steps: { operation: string }[];
    };
    expect(history.steps.map(({ operation }) => operation)).toEqual(
      expect.arrayContaining(['demosaic', 'temperature', 'filmicrgb']),
    );
  });

  test('exports it with darktable-cli', async () => {
    let answer = await ask('GET', '/images/1/full');
    for (; answer.status === 202; answer = await ask('GET', '/images/1/full')) await sleep(1_000);
    expect(answer.status).toBe(200);
    const here = await sharp(await answer.arrayBuffer()).metadata();
    const before = await sharp(join(folder, 'here.jpg')).metadata();
    expect([here.width, here.height]).toEqual([before.width, before.height]);
  });

  test('adds a module with what the resident darktable says are its defaults', async () => {
    expect(await json(await ask('PUT', '/images/1/modules/velvia'))).toMatchObject({
      status: 200,
      steps: expect.arrayContaining([expect.objectContaining({ operation: 'velvia', enabled: true })]) as object[],
    });
    expect(await json(await ask('GET', '/images/1/modules/velvia'))).toMatchObject({
      params: { strength: 25, bias: 1 },
      // Only the resident darktable tells it; without one, a module is added without blending.
      blend: { version: 13, opacity: 100, space: 'rgb_scene' },
    });
  });

  test('shows a change at once: the resident darktable passed its self-test', async () => {
    const answer = await ask('POST', '/images/1/render', { width: 150, height: 150 });
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
    const { width } = await sharp(await answer.arrayBuffer()).metadata();
    expect(width).toBeGreaterThan(100);
  });

  test('ends when it is told to', async () => {
    expect(await serving.end()).toBe(0);
  });
});

test('where no panel shows icons, it runs without one, and says so in one line', async () => {
  const child = machine.start(`echo $$ && exec env DISPLAY=:99 ${safelight} --port 0`);
  const ended = once(child, 'exit');
  const [first] = (await once(child.stdout!, 'data')) as [Buffer];
  const said: string[] = [];
  for await (const line of createInterface({ input: child.stderr! })) {
    said.push(line);
    // A second signal would end it at once.
    if (line.includes('No tray icon.')) await machine.run(`kill -TERM ${parseInt(first.toString())}`);
  }
  expect({ said: said.filter((line) => line.includes('tray')), ended: await ended }).toEqual({
    said: [expect.stringContaining('Safelight runs without it')],
    ended: [0, null],
  });
});
