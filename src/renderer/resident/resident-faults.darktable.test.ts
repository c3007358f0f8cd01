import { cpSync, existsSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { DevelopState } from '../../library/develop-state.ts';
import { createLog } from '../../platform/log.ts';
import { copyDarktable } from '../../testing/copied-darktable.ts';
import { developed, step } from '../../testing/develop-steps.ts';
import { dng } from '../../testing/pictures/dng.ts';
import { jpeg } from '../../testing/pictures/jpeg.ts';
import { exposureParams } from '../../testing/pictures/params.ts';
import { colourQuarters } from '../../testing/pictures/pixels.ts';
import { NotRendered } from './resident-child.ts';
import { installedDarktable, isRunning, residentStage, type ResidentStage } from '../../testing/resident-stage.ts';

const exposed = (ev: number): DevelopState => developed({ history: [step(0, { params: exposureParams(ev) })] });
const rawPicture = (stage: ResidentStage, name = 'raw.dng', width = 600) =>
  stage.write(name, dng(colourQuarters(width, (width / 3) * 2)));

describe('a resident darktable that is killed', () => {
  test('while it starts, while it renders and while it waits, is replaced, and every request is answered', async () => {
    await using stage = residentStage();
    const picture = await rawPicture(stage, 'large.dng', 3000);
    const small = await rawPicture(stage);
    const { renderer } = stage;
    const expected = await stage.render(small, exposed(1));
    const killed = new Set<number>();
    const kill = () => {
      killed.add(renderer.pid!);
      process.kill(renderer.pid!, 'SIGKILL');
    };
    kill();
    const whenWaiting = stage.render(small, exposed(1));
    await expect.poll(() => renderer.pid !== null && !killed.has(renderer.pid), { interval: 5 }).toBe(true);
    kill();
    const file = await stage.write('expected.jpg', expected.jpeg);
    expect(await stage.difference((await whenWaiting).jpeg, file)).toBeLessThan(0.1);
    const whenRendering = stage.render(picture, exposed(2));
    // The file of the history is written just before the rendering begins.
    const history = join(stage.folder, 'data/renderer/resident/history.xmp');
    const before = readFileSync(history, 'utf8');
    await expect.poll(() => readFileSync(history, 'utf8') !== before, { interval: 1 }).toBe(true);
    kill();
    expect((await whenRendering).facts.whole).toEqual({ width: 3000, height: 2000 });
    expect(killed.size).toBe(3);
    expect([...killed].filter(isRunning)).toEqual([]);
  });

  test('three times by one picture, the request is refused, and others are not', async () => {
    await using stage = residentStage();
    const [bad, good] = [await rawPicture(stage, 'bad.dng', 3000), await rawPicture(stage)];
    await stage.render(good, exposed(0));
    const { renderer } = stage;
    const doomed = stage.render(bad, exposed(1)).catch((error: unknown) => error);
    // Written just before the rendering begins.
    const history = join(stage.folder, 'data/renderer/resident/history.xmp');
    for (let kills = 0; kills < 3; kills++) {
      rmSync(history, { force: true });
      await expect.poll(() => existsSync(history), { interval: 1 }).toBe(true);
      process.kill(renderer.pid!, 'SIGSEGV');
    }
    const refused = (await doomed) as Error;
    expect([refused.constructor.name, refused.message]).toEqual(['RequestRefused', 'it ended with SIGSEGV']);
    await expect(stage.render(bad, exposed(1))).rejects.toThrow('it ended with SIGSEGV');
    expect(renderer.pid).toBeNull();
    expect((await stage.render(good, exposed(1))).facts.width).toBe(600);
  });

  test('once, by a picture that its viewer has left meanwhile, refuses it to another client and not to the owner', async () => {
    await using stage = residentStage();
    const [one, other] = [await rawPicture(stage, 'one.dng', 3000), await rawPicture(stage, 'other.dng', 3000)];
    // Its self-test is over then.
    await stage.render(await rawPicture(stage), exposed(0));
    const history = join(stage.folder, 'data/renderer/resident/history.xmp');
    const leave = async (picture: string, client: string | null) => {
      const gone = new AbortController();
      rmSync(history, { force: true });
      const left = stage.render(picture, exposed(1), { client, signal: gone.signal }).catch((error: unknown) => error);
      await expect.poll(() => existsSync(history), { interval: 1 }).toBe(true);
      gone.abort(new Error('the page was closed'));
      process.kill(stage.renderer.pid!, 'SIGSEGV');
      return ((await left) as Error).message;
    };
    expect(await leave(one, null)).toBe('the page was closed');
    expect((await stage.render(one, exposed(1))).facts.whole.width).toBe(3000);
    expect(await leave(other, 'reader')).toBe('it ended with SIGSEGV');
    await expect(stage.render(other, exposed(1), { client: 'reader' })).rejects.toThrow('it ended with SIGSEGV');
  });
});

test('one that hangs, and one that takes too much memory, is ended, and the reason is told', async () => {
  await using slow = residentStage({ isUntested: true, limits: { timeoutMs: 1 } });
  const picture = await rawPicture(slow, 'large.dng', 3000);
  // The self-test is no exception, so it fails: pictures come from darktable-cli.
  await expect(slow.render(picture, exposed(0))).rejects.toThrow('a picture took longer than 0.001 s');
  expect(await slow.renderer.way()).toEqual({ is: 'none', why: 'a picture took longer than 0.001 s in its self-test' });
  expect(slow.renderer.pid).toBeNull();
  await using large = residentStage({ isUntested: true, limits: { limitBytes: 50 * 1024 ** 2 } });
  await expect(large.render(picture, exposed(0))).rejects.toThrow('it took more than 50 MB');
  expect(large.renderer.pid).toBeNull();
});

describe('a photograph', () => {
  test('that is missing, empty, no picture or cut off is an error, and the next one is rendered by the same process', async () => {
    await using stage = residentStage();
    const good = await rawPicture(stage);
    await stage.render(good, exposed(0));
    const { pid } = stage.renderer;
    const whole = dng(colourQuarters(600, 400));
    const files = [
      join(stage.folder, 'missing.dng'),
      stage.folder,
      await stage.write('empty.dng', ''),
      await stage.write('text.jpg', 'no picture'),
      await stage.write('short.dng', whole.subarray(0, 400)),
    ];
    for (const file of files) await expect(stage.render(file, exposed(0))).rejects.toThrow();
    await expect(stage.render(files[0]!, exposed(0))).rejects.toThrow(
      `the file is missing or cannot be read: ${files[0]!}`,
    );
    await expect(stage.render(files[3]!, exposed(0))).rejects.toThrow('darktable cannot read this picture');
    expect((await stage.render(good, exposed(1))).facts.width).toBe(600);
    expect(stage.renderer.pid).toBe(pid);
  });

  test('that changes or goes away while it is kept is read anew', async () => {
    await using stage = residentStage();
    const file = await stage.write('p.jpg', await jpeg(colourQuarters(600, 400)));
    const first = await stage.render(file, exposed(0));
    writeFileSync(file, await jpeg(colourQuarters(300, 400)));
    expect((await stage.render(file, exposed(0))).facts.whole).toEqual({ width: 300, height: 400 });
    rmSync(file);
    await expect(stage.render(file, exposed(0))).rejects.toThrow('the file is missing');
    writeFileSync(file, await jpeg(colourQuarters(600, 400)));
    expect((await stage.render(file, exposed(0))).jpeg.equals(first.jpeg)).toBe(true);
  });
});

test('of one viewer only the newest waiting request counts, and awaited ones go before the others', async () => {
  await using stage = residentStage();
  const picture = await rawPicture(stage);
  await stage.render(picture, exposed(0));
  const order: string[] = [];
  const ask = (name: string, ev: number, more: { viewer?: string | null; isAwaited?: boolean }) =>
    stage.render(picture, exposed(ev), more).then(
      () => order.push(name),
      (error: unknown) => order.push(`${name}: ${(error as Error).constructor.name}`),
    );
  const all = [ask('running', 1, { viewer: 'anna' }), ask('bulk', 2, { isAwaited: false })];
  all.push(ask('older', 0.1, { viewer: 'anna' }), ask("bert's", 0.2, { viewer: 'bert' }));
  all.push(ask('newer', 0.3, { viewer: 'anna' }));
  await Promise.all(all);
  expect(order).toEqual(['older: Superseded', 'running', "bert's", 'newer', 'bulk']);
});

test('a request that nobody waits for any more is dropped unless it is being done', async () => {
  await using stage = residentStage();
  const picture = await rawPicture(stage);
  const running = stage.render(picture, exposed(0));
  const gone = new AbortController();
  const waiting = stage.render(picture, exposed(1), { signal: gone.signal });
  gone.abort(new Error('the page was closed'));
  await expect(waiting).rejects.toThrow('the page was closed');
  await expect(running).resolves.toBeDefined();
});

test("the user's folder and the pictures' folder stay as they are, whatever is in them, and nothing is logged", async () => {
  const lines: string[] = [];
  const log = createLog('info', { destination: '/dev/null' });
  for (const level of ['info', 'warn', 'error'] as const)
    log[level] = (...words: unknown[]) => lines.push(JSON.stringify(words));
  await using stage = residentStage({ log });
  const picture = await rawPicture(stage);
  const { userConfig, folder } = stage;
  writeFileSync(join(userConfig, 'luarc'), 'this is no Lua (((');
  writeFileSync(join(userConfig, 'darktablerc'), 'write_sidecar_files=always\nopencl=TRUE\nno setting at all\n');
  writeFileSync(join(userConfig, 'data.db'), 'this is no database');
  cpSync(userConfig, join(folder, 'before'), { recursive: true });
  const contentOf = (at: string) => readdirSync(at).map((name) => [name, readFileSync(join(at, name), 'utf8')]);
  expect((await stage.render(picture, exposed(1))).facts.width).toBe(600);
  // Only a development that is not complete reads presets.
  await stage.render(picture, developed({ isComplete: false })).catch((error: unknown) => {
    if (!(error instanceof NotRendered)) throw error;
  });
  expect(contentOf(userConfig)).toEqual(contentOf(join(folder, 'before')));
  expect(readdirSync(folder).filter((name) => name.endsWith('.xmp'))).toEqual([]);
  expect(lines).toEqual([]);
});

describe('the process', () => {
  test('ends when nobody needs it, and starts again', async () => {
    await using stage = residentStage({ idleMs: 100 });
    const picture = await rawPicture(stage);
    await stage.render(picture, exposed(0));
    await expect.poll(() => stage.renderer.pid).toBeNull();
    expect((await stage.render(picture, exposed(1))).facts.width).toBe(600);
  });

  test('is replaced after many pictures, and when the settings of darktable have changed', async () => {
    await using stage = residentStage({ isUntested: true, mostPictures: 6 });
    const picture = await rawPicture(stage);
    const pids: (number | null)[] = [];
    // The self-test makes three.
    for (const ev of [0, 1, 2, 0]) {
      await stage.render(picture, exposed(ev));
      pids.push(stage.renderer.pid);
    }
    expect(pids.map((pid) => pids.indexOf(pid))).toEqual([0, 0, 0, 3]);
    const rc = join(stage.userConfig, 'darktablerc');
    writeFileSync(rc, 'plugins/darkroom/workflow=none\n');
    utimesSync(rc, 1, 1);
    await stage.render(picture, exposed(1));
    expect(pids).not.toContain(stage.renderer.pid);
  });
});

describe('which way pictures are made', () => {
  test('is known to be the resident darktable after its self-test, also after a restart of Safelight', async () => {
    await using stage = residentStage({ isUntested: true });
    const picture = await rawPicture(stage);
    expect((await stage.renderer.way()).is).toBe('untested');
    await stage.render(picture, exposed(0));
    const way = await stage.renderer.way();
    expect(way).toMatchObject({ is: 'resident' });
    const stored = readFileSync(join(stage.folder, 'data/renderer/resident/self-test.json'), 'utf8');
    expect(JSON.parse(stored)).toMatchObject([{ value: { problem: null } }]);
  });

  test('is with the graphics card when the setting says so, after a self-test with it, unless that has failed', async () => {
    let usesOpenCl = false;
    await using stage = residentStage({ usesOpenCl: () => usesOpenCl });
    const picture = await rawPicture(stage);
    const started = () => readFileSync(`/proc/${stage.renderer.pid}/cmdline`, 'utf8');
    await stage.render(picture, exposed(0));
    expect(started()).toContain('"usesOpenCl":false');
    usesOpenCl = true;
    expect((await stage.renderer.way()).is).toBe('untested');
    await stage.render(picture, exposed(0));
    expect(started()).toContain('"usesOpenCl":true');
    expect(await stage.renderer.way()).toMatchObject({ is: 'resident', usesOpenCl: true });
    const file = join(stage.folder, 'data/renderer/resident/self-test.json');
    const [withCard, without] = JSON.parse(readFileSync(file, 'utf8')) as { value: object }[];
    const failed = { ...withCard, value: { ...withCard!.value, problem: 'its pictures differ' } };
    writeFileSync(file, JSON.stringify([failed, without]));
    await stage.render(picture, exposed(0));
    expect(started()).toContain('"usesOpenCl":false');
    expect(await stage.renderer.way()).toMatchObject({ is: 'resident', usesOpenCl: false });
  });

  test('is tested again when darktable was upgraded while it was loaded', async () => {
    await using stage = residentStage({ installation: () => Promise.resolve(copied.installation) });
    const copied = copyDarktable(stage.folder);
    const picture = await rawPicture(stage);
    await stage.render(picture, exposed(0));
    const { pid } = stage.renderer;
    await stage.render(picture, exposed(1));
    expect(stage.renderer.pid).toBe(pid);
    copied.update();
    expect((await stage.renderer.way()).is).toBe('untested');
    expect((await stage.render(picture, exposed(0))).facts.width).toBe(600);
    expect(stage.renderer.pid).not.toBe(pid);
    expect((await stage.renderer.way()).is).toBe('resident');
  });

  test.each([
    ['a flatpak', { ...installedDarktable, kind: 'flatpak' } as const, 'this darktable is in a sandbox (flatpak)'],
    ['no darktable-cli', { ...installedDarktable, cli: null }, 'darktable-cli is not installed'],
    [
      'one whose library lies elsewhere (snap, AppImage)',
      { ...installedDarktable, cli: [process.execPath] } as const,
      'its program library was not found beside darktable-cli',
    ],
  ])('is darktable-cli with %s', async (_name, installation, why) => {
    await using stage = residentStage({
      installation: () =>
        Promise.resolve({ ...installation, cli: installation.cli && ([...installation.cli] as [string]) }),
    });
    const picture = await rawPicture(stage);
    expect(await stage.renderer.way()).toEqual({ is: 'none', why });
    await expect(stage.render(picture, exposed(0))).rejects.toThrow(why);
    expect(stage.renderer.pid).toBeNull();
  });
});
