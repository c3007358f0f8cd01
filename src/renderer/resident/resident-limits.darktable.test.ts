/** The resident darktable at its limits: a full or broken disk, a library that does not fit, many pictures, an open darktable beside it. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { orderWithTwoExposures } from '../../testing/module-order.ts';
import type { Installation } from '../../darktable/installation.ts';
import type { DevelopState, DevelopStep } from '../../library/develop-state.ts';
import { PictureDecoder } from '../../previews/picture-decoder.ts';
import { setBridgeStage } from '../../testing/bridge-stage.ts';
import { developed, step } from '../../testing/develop-steps.ts';
import { dng } from '../../testing/pictures/dng.ts';
import { exposureParams, packParams } from '../../testing/pictures/params.ts';
import { colourQuarters } from '../../testing/pictures/pixels.ts';
import { startDarktable } from '../../testing/real-darktable.ts';
import { cli, installedDarktable, isRunning, residentStage, type ResidentStage } from '../../testing/resident-stage.ts';
import { makerHere } from '../make-here.ts';
import { developXmp } from '../xmp.ts';
import { developmentOf } from './development.ts';
import { RequestRefused } from './refusals.ts';
import { Superseded } from './requests.ts';

const exposed = (ev: number): DevelopState => developed({ history: [step(0, { params: exposureParams(ev) })] });
const rawPicture = (stage: ResidentStage, name = 'raw.dng', width = 600) =>
  stage.write(name, dng(colourQuarters(width, (width / 3) * 2)));
const LIBRARIES = process.arch === 'x64' ? 'lib/x86_64-linux-gnu' : 'lib/aarch64-linux-gnu';

/** An installation whose library is this file. */
function installedWith(folder: string, library: Uint8Array): Installation {
  const [libraries, bin] = [join(folder, LIBRARIES, 'darktable'), join(folder, 'bin')];
  for (const each of [libraries, bin]) mkdirSync(each, { recursive: true });
  symlinkSync('/usr/share', join(folder, 'share'));
  writeFileSync(join(libraries, 'libdarktable.so'), library);
  const program = join(bin, 'darktable-cli');
  writeFileSync(program, '#!/bin/sh\nexec /usr/bin/darktable-cli "$@"\n', { mode: 0o755 });
  return { ...installedDarktable, cli: [program] };
}

describe('a library of darktable that cannot be used', () => {
  test('because functions are missing in it, is told, and pictures are left to darktable-cli', async () => {
    let installation: Installation | null = null;
    await using stage = residentStage({ installation: () => Promise.resolve(installation) });
    // A library of this computer that knows nothing of pictures.
    const other = readFileSync(join('/usr', LIBRARIES, 'libz.so.1'));
    installation = installedWith(join(stage.folder, 'usr'), other);
    const picture = await rawPicture(stage);
    await expect(stage.render(picture, exposed(0))).rejects.toThrow();
    expect(await stage.renderer.way()).toMatchObject({
      is: 'none',
      why: expect.stringMatching(/ended with 1/) as string,
    });
    expect(stage.renderer.pid).toBeNull();
  });

  test('because it is for another kind of processor, is not even loaded', async () => {
    let installation: Installation | null = null;
    await using stage = residentStage({ installation: () => Promise.resolve(installation) });
    const other = readFileSync(join('/usr', LIBRARIES, 'darktable', 'libdarktable.so'));
    const RISC_V = 243;
    other.writeUInt16LE(RISC_V, 18);
    installation = installedWith(join(stage.folder, 'usr'), other);
    const picture = await rawPicture(stage);
    await expect(stage.render(picture, exposed(0))).rejects.toThrow('is for another kind of processor');
  });
});

test('without a place for its files, requests are refused with the reason, and darktable is not blamed', async () => {
  await using stage = residentStage({ isUntested: true });
  const picture = await rawPicture(stage);
  const folder = join(stage.folder, 'data', 'renderer');
  mkdirSync(join(stage.folder, 'data'));
  writeFileSync(folder, 'in the way');
  const refused = await stage.render(picture, exposed(0)).catch((error: unknown) => error as Error);
  expect((refused as Error).constructor.name).toBe('ResidentUnavailable');
  expect((refused as Error).message).toMatch(/ENOTDIR|EEXIST/);
  expect(readFileSync(folder, 'utf8')).toBe('in the way');
  rmSync(folder);
  expect(await stage.renderer.way()).toMatchObject({ is: 'untested' });
});

test('on a full disk, requests fail with the reason, and go on in the same process once there is room', async () => {
  await using stage = residentStage();
  const picture = await rawPicture(stage);
  await stage.render(picture, exposed(0));
  const { pid } = stage.renderer;
  const fill = (isFull: boolean) =>
    execFileSync('prlimit', ['--pid', String(pid), `--fsize=${isFull ? '0' : 'unlimited'}:`], { stdio: 'pipe' });
  fill(true);
  await expect(stage.render(picture, exposed(1))).rejects.toThrow(/EFBIG|ENOSPC/);
  fill(false);
  expect((await stage.render(picture, exposed(1))).facts.width).toBe(600);
  expect(stage.renderer.pid).toBe(pid);
});

test('a raw picture that ends the process every time is refused, and darktable-cli makes it', async () => {
  // Enough for small pictures.
  await using stage = residentStage({ limits: { limitBytes: 450 * 1024 ** 2 } });
  const [small, large] = [await rawPicture(stage), await rawPicture(stage, 'large.dng', 6000)];
  await stage.render(small, exposed(0));
  const { pid } = stage.renderer;
  const refused = await stage.render(large, exposed(1)).catch((error: unknown) => error as Error);
  expect(refused).toBeInstanceOf(RequestRefused);
  expect((refused as Error).message).toBe('it took more than 450 MB');
  expect(isRunning(pid!)).toBe(false);
  // As a preview it is made all the same.
  const decoder = new PictureDecoder();
  const draft = join(stage.folder, 'preview.jpg');
  const maker = makerHere({
    cli,
    decoder,
    userConfig: stage.userConfig,
    workDir: join(stage.folder, 'maker'),
    timeoutMs: 120_000,
    resident: { renderer: stage.renderer, isAwaited: true, client: null },
  });
  const order = {
    ...({ job: 'refresh', imageId: 1, picture: large, sidecar: developXmp(exposed(1)), isComplete: true } as const),
    development: developmentOf(exposed(1)),
    boxes: [{ width: 300, height: 300 }],
    quality: 90,
    least: null,
  };
  await maker.make(order, [draft], new AbortController().signal).finally(() => decoder.close());
  expect((await sharp(draft).metadata()).width).toBe(300);
  expect((await stage.render(small, exposed(1))).facts.width).toBe(600);
});

test('100 megapixels are shown, as a draft and at the size of a screen', { timeout: 300_000 }, async () => {
  await using stage = residentStage({ limits: { limitBytes: 4 * 1024 ** 3 } });
  const picture = await rawPicture(stage, 'huge.dng', 12_240);
  const { facts } = await stage.render(picture, exposed(0), {
    view: { box: { width: 720, height: 720 } },
    isDraft: true,
  });
  expect(facts).toMatchObject({ width: 720, height: 480 });
  const atRest = await stage.render(picture, exposed(1), { view: { box: { width: 1440, height: 1440 } } });
  expect(atRest.facts).toMatchObject({ whole: { width: 12_240, height: 8160 }, width: 1440, height: 960 });
  const most = Number(/^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${stage.renderer.pid}/status`, 'utf8'))![1]) / 1024;
  expect(most).toBeLessThan(4096);
});

test('a picture during which it hangs is made by the next process', async () => {
  await using stage = residentStage({ limits: { timeoutMs: 10_000 } });
  const picture = await rawPicture(stage);
  await stage.render(picture, exposed(0));
  const { pid } = stage.renderer;
  process.kill(pid!, 'SIGSTOP');
  expect((await stage.render(picture, exposed(1))).facts.width).toBe(600);
  expect(stage.renderer.pid).not.toBe(pid);
  expect(isRunning(pid!)).toBe(false);
});

test('two viewers who drag in two pictures each get their own newest picture, from one process', async () => {
  await using stage = residentStage();
  const pictures = [await rawPicture(stage, 'one.dng', 600), await rawPicture(stage, 'two.dng', 480)] as const;
  await stage.render(pictures[0], exposed(0));
  const { pid } = stage.renderer;
  const drag = (viewer: string, picture: string) =>
    Promise.all(
      Array.from({ length: 12 }, (_, k) =>
        stage
          .render(picture, exposed(k / 10), { viewer })
          .catch((error: unknown) => (error instanceof Superseded ? null : Promise.reject(error as Error))),
      ),
    );
  const [one, two] = await Promise.all([drag('anna', pictures[0]), drag('bert', pictures[1])]);
  expect(one.at(-1)?.facts.whole).toEqual({ width: 600, height: 400 });
  expect(two.at(-1)?.facts.whole).toEqual({ width: 480, height: 320 });
  const last = await stage.render(pictures[1], exposed(1.1));
  expect(two.at(-1)?.jpeg.equals(last.jpeg)).toBe(true);
  expect(stage.renderer.pid).toBe(pid);
});

test(
  'a large part with many steps has the memory that there is, and the same pixels',
  { timeout: 240_000 },
  async () => {
    await using stage = residentStage({ limits: { limitBytes: 1200 * 1024 ** 2 } });
    const picture = await rawPicture(stage, 'large.dng', 3000);
    // With a line of the cache for each of them it would take 2 GB.
    const history = Array.from({ length: 12 }, (_, num) =>
      step(num, { priority: num, name: String(num), params: exposureParams(num === 11 ? 0.7 : 0) }),
    );
    const instances = Array.from({ length: 12 }, (_, num) => `exposure,${num}`).join(',');
    const list = orderWithTwoExposures.replace('exposure,0,exposure,1', instances);
    expect(list).toContain('exposure,11');
    const state = developed({ history, order: { version: 0, list } });
    const small = { view: { box: { width: 720, height: 480 } } };
    await stage.render(picture, state, small);
    const { pid } = stage.renderer;
    const whole = { view: { region: { x: 0, y: 0, width: 3000, height: 2000, scale: 1 } } };
    const { jpeg } = await stage.render(picture, state, whole);
    expect(await stage.difference(jpeg, await stage.cliPicture(picture, state, null))).toBeLessThan(0.5);
    for (let k = 0; k < 5; k++) expect((await stage.render(picture, state, small)).facts.width).toBe(720);
    expect(stage.renderer.pid).toBe(pid);
  },
);

/** The content of the sidecar that it gave to darktable last. */
const sidecarOf = (stage: ResidentStage) =>
  readFileSync(join(stage.folder, 'data', 'renderer', 'resident', 'history.xmp'), 'utf8');

test('a change of parameters alone takes no sidecar, which costs memory, and any other change does', async () => {
  await using stage = residentStage();
  const picture = await rawPicture(stage);
  const state = (strength: number, more: Partial<DevelopStep> = {}) =>
    developed({
      order: { version: 0, list: orderWithTwoExposures },
      history: [
        // In the version of all of them: parameters of an older one are converted by darktable, so they take a sidecar.
        step(0, { operation: 'velvia', module: 2, params: packParams('ff', strength, 1) }),
        step(1, { params: exposureParams(0.7), priority: 1, ...more }),
      ],
    });
  // A history that is new to it is read with the default steps, the next one without.
  for (const strength of [0, 1]) await stage.render(picture, state(strength));
  const given = sidecarOf(stage);
  const pale = (await stage.render(picture, state(5))).jpeg;
  const strong = (await stage.render(picture, state(90))).jpeg;
  expect(sidecarOf(stage)).toBe(given);
  expect(strong.equals(pale)).toBe(false);
  const off = (await stage.render(picture, state(90, { enabled: false }))).jpeg;
  expect(sidecarOf(stage)).not.toBe(given);
  expect(off.equals(strong)).toBe(false);
  expect((await stage.render(picture, state(5))).jpeg.equals(pale)).toBe(true);
});

test('its memory does not grow with the number of pictures', { timeout: 300_000 }, async () => {
  await using stage = residentStage();
  const pictures = [await rawPicture(stage, 'one.dng', 900), await rawPicture(stage, 'two.dng', 600)];
  const renderMany = async (count: number) => {
    for (let k = 0; k < count; k++)
      await stage.render(pictures[k % 50 === 0 ? 1 : 0]!, exposed((k % 40) / 20), {
        isDraft: k % 3 === 0,
        view: { box: { width: 300 + (k % 5) * 40, height: 300 } },
      });
  };
  const megabytes = () =>
    Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${stage.renderer.pid}/status`, 'utf8'))![1]) / 1024;
  // Until its caches are full.
  await renderMany(200);
  const [before, { pid }] = [megabytes(), stage.renderer];
  await renderMany(200);
  expect(stage.renderer.pid).toBe(pid);
  expect(megabytes() - before).toBeLessThan(40);
});

/** White balance, an early step; exposure; velvia, a late one. */
const developedBy = ({ red = 2, ev = 0, strength = 25 }): DevelopState =>
  developed({
    history: [
      step(0, { operation: 'temperature', module: 3, params: packParams('ffff', red, 1, 1.6, 1) }),
      step(1, { params: exposureParams(ev) }),
      step(2, { operation: 'velvia', module: 2, params: packParams('ff', strength, 1) }),
    ],
  });

/** In hundredths of a second. */
async function processorTimeOf(pid: number, work: () => Promise<unknown>): Promise<number> {
  const spent = () => {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ');
    return Number(fields[11]) + Number(fields[12]);
  };
  const before = spent();
  await work();
  return spent() - before;
}

test('24 megapixels fit into 1.2 GB, and a step changed again begins at that step', { timeout: 240_000 }, async () => {
  await using stage = residentStage();
  const picture = await rawPicture(stage, 'large.dng', 6000);
  const atRest = { view: { box: { width: 1440, height: 1440 } } };
  const region = { view: { region: { x: 2000, y: 1400, width: 1440, height: 960, scale: 1 } } };
  const draft = (side: number) => ({ view: { box: { width: side, height: side } }, isDraft: true });
  await stage.render(picture, developedBy({}), draft(720));
  const { pid } = stage.renderer;
  const costOf = (state: DevelopState, options: Parameters<ResidentStage['render']>[2]) =>
    processorTimeOf(pid!, () => stage.render(picture, state, options));
  const first = await costOf(developedBy({}), atRest);
  for (const side of [1080, 720, 1080]) await stage.render(picture, developedBy({ red: 2.1 }), draft(side));
  for (let k = 1; k <= 12; k++) await stage.render(picture, developedBy({ strength: 25 + k }), atRest);
  // What an earlier step begins with is still there, however often a late one was changed.
  expect(await costOf(developedBy({ ev: 0.5, strength: 37 }), atRest), 'exposure after velvia').toBeLessThan(first / 2);
  await stage.render(picture, developedBy({ strength: 25 }), region);
  await stage.render(picture, developedBy({ red: 2.2 }), region);
  // Whatever these have pushed out of the cache is back after the first of each.
  for (const change of ['ev', 'strength'] as const) {
    await stage.render(picture, developedBy({ [change]: 2 }), atRest);
    expect(await costOf(developedBy({ [change]: 2.5 }), atRest), change).toBeLessThan(first / 2);
  }
  await stage.render(picture, developedBy({ red: 2.3 }), atRest);
  // Another history, right after pictures that began at the raw: only the first of its pictures does.
  await stage.render(picture, exposed(1), atRest);
  await stage.render(picture, exposed(1.1), atRest);
  for (const ev of [1.2, 1.3, 1.4])
    expect(await costOf(exposed(ev), atRest), `exposure ${ev} alone`).toBeLessThan(first / 2);
  const most = Number(/^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / 1024;
  expect(most).toBeLessThan(1200);
  expect(stage.renderer.pid).toBe(pid);
});

test(
  'a larger picture that nobody waits for takes nothing away from the next awaited one',
  { timeout: 240_000 },
  async () => {
    await using stage = residentStage();
    const picture = await rawPicture(stage, 'large.dng', 6000);
    const awaited = (state: DevelopState) =>
      stage.render(picture, state, { view: { box: { width: 1440, height: 900 } } });
    await awaited(developedBy({ strength: 20 }));
    const { pid } = stage.renderer;
    const costOf = (work: () => Promise<unknown>) => processorTimeOf(pid!, work);
    const first = await costOf(() => awaited(developedBy({ red: 2.1, strength: 20 })));
    for (const ev of [1, 2]) {
      const aside = { view: { box: { width: 1920, height: 1200 } }, isAwaited: false };
      await stage.render(picture, developedBy({ red: 2.1, ev }), aside);
      for (const state of [
        developedBy({ red: 2.1, ev: ev + 0.5 }),
        developedBy({ red: 2.1, ev: ev + 0.5, strength: 30 }),
      ])
        expect(await costOf(() => awaited(state))).toBeLessThan(first / 2);
    }
    expect(stage.renderer.pid).toBe(pid);
  },
);

test(
  'a darktable that is open with the same pictures loses no rating while it renders, and its files stay',
  { timeout: 240_000 },
  async () => {
    const count = 30;
    const ids = Array.from({ length: count }, (_, at) => at + 1);
    await using darktables = await setBridgeStage({ pictures: count, width: 600, height: 400 });
    const { configDir, data, pictures } = darktables.real;
    await using stage = residentStage({ userConfig: () => configDir });
    await using darktable = await startDarktable(darktables.darktable);
    await darktables.until(() => darktables.heartbeat()?.state === 'idle');
    const dataBefore = statSync(data).mtimeMs;
    const ended = new AbortController();
    let rendered = 0;
    const rendering = (async () => {
      for (let k = 0; !ended.signal.aborted; k++, rendered++)
        await stage.render(pictures[k % count]!, exposed((k % 30) / 10));
    })();
    await darktables.until(() => rendered > 0, 60_000);
    await darktable.lua(
      `for id = 1, ${count} do
       darktable.database.get_image(id).rating = id % 4 + 2
       darktable.control.sleep(20)
     end`,
    );
    await darktables.until(() => rendered > count, 120_000);
    ended.abort();
    await rendering;
    expect(statSync(data).mtimeMs).toBe(dataBefore);
    await darktable.quit();
    expect(darktables.sql('SELECT id, flags & 7 AS stars FROM images ORDER BY id')).toEqual(
      ids.map((id) => ({ id, stars: (id % 4) + 2 })),
    );
    expect(darktable.output()).not.toContain('database is locked');
  },
);
