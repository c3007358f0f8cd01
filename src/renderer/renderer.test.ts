import {
  appendFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { bridgePaths } from '../darktable/bridge-files.ts';
import type { BridgeState } from '../darktable/bridge-heartbeat.ts';
import { darktableState } from '../darktable/darktable-state.ts';
import { Events } from '../platform/events.ts';
import { openLibrary } from '../library/library.ts';
import { silentLog } from '../platform/log.ts';
import { openQueues } from '../queues/queues.ts';
import { makeLibrary } from '../testing/library-fixture.ts';
import { exposureParams } from '../testing/pictures/params.ts';
import { ODD_KINDS, putOddFile } from '../testing/odd-files.ts';
import { PictureDecoder } from '../previews/picture-decoder.ts';
import { FinePreviews } from './fine-previews.ts';
import { openExportFolder } from '../exports/export-folder.ts';
import { noFilmRolls } from '../testing/no-film-rolls.ts';
import { ResidentUnavailable } from './resident/resident-renderer.ts';
import { openRenderer, type Renderer, type RendererOptions } from './renderer.ts';
import type { RendererSettings } from './renderer-settings.ts';

type Stage = ReturnType<typeof stage>;

/** A library whose pictures tell the stand-in for darktable-cli what to do; the first image has id 1. */
function stage(
  pictures: string[],
  {
    settings = {},
    ...more
  }: { settings?: Partial<RendererSettings> } & Partial<
    Pick<
      RendererOptions,
      'timeoutMs' | 'atOnce' | 'silenceMs' | 'installation' | 'isWanted' | 'onRendered' | 'resident'
    >
  > = {},
) {
  const folder = mkdtempSync(join(tmpdir(), 'safelight-renderer-'));
  const film = join(folder, 'photos');
  mkdirSync(film);
  const images = pictures.map((order, at) => {
    const filename = `${at + 1}.jpg`;
    if (order !== 'missing') writeFileSync(join(film, filename), order);
    return { id: at + 1, film, filename, history: [{ operation: 'exposure', module: 6, params: exposureParams(at) }] };
  });
  const made = makeLibrary({ folder: join(folder, 'darktable'), images });
  const dataDir = join(folder, 'data');
  const events = new Events();
  const log = silentLog();
  const library = openLibrary({ file: made.file, isSample: false, log, events });
  const queueDir = join(dataDir, 'queues');
  mkdirSync(queueDir, { recursive: true });
  const queues = openQueues({
    refreshFile: join(queueDir, 'refresh.queue'),
    exportFile: join(queueDir, 'export.queue'),
    events,
    log,
  });
  const runs = join(folder, 'runs');
  writeFileSync(runs, '');
  const { heartbeat } = bridgePaths(dataDir);
  const current: RendererSettings = {
    renderer: 'auto',
    queuesPaused: false,
    previewLevels: [0, 2],
    previewQuality: 85,
    exportQuality: 95,
    ...settings,
  };
  const standIn = join(import.meta.dirname, '..', 'testing', 'stand-in-cli.ts');
  const exports = openExportFolder({ dataDir, setting: null, rolls: noFilmRolls, log });
  const decoder = new PictureDecoder();
  const open = () =>
    openRenderer({
      dataDir,
      decoder,
      library,
      queues,
      settings: () => current,
      previewsDir: () => join(dataDir, 'previews'),
      exports: () => exports,
      darktable: () => darktableState(library.file, heartbeat),
      bridgeRevision: () => 'told',
      installation: () =>
        Promise.resolve({
          kind: 'native',
          version: '4.2.1',
          app: ['darktable'],
          cli: [process.execPath, standIn, runs],
        }),
      events,
      log,
      ...more,
    });
  const renderers: Renderer[] = [];
  onTestFinished(async () => {
    for (const renderer of renderers) await renderer.close();
    decoder.close();
    queues.close();
    library.close();
    rmSync(folder, { recursive: true, force: true });
  });
  return {
    folder,
    dataDir,
    made,
    events,
    queues,
    settings: current,
    queueDir,
    start: () => {
      const renderer = open();
      renderers.push(renderer);
      return renderer;
    },
    change: (patch: Partial<RendererSettings>) => {
      Object.assign(current, patch);
      events.emit('settings.changed', { keys: Object.keys(patch) });
    },
    /** The images rendered, in order, with repeats. */
    rendered: () =>
      readFileSync(runs, 'utf8')
        .split('\n')
        .filter(Boolean)
        .map((line) => Number(/(\d+)\.jpg$/.exec(line)![1])),
    /** The same, with the quality of each. */
    ways: () =>
      readFileSync(runs, 'utf8')
        .split('\n')
        .filter(Boolean)
        .map((line) => `${line.split(' ')[1]} ${/(\d+)\.jpg$/.exec(line)![1]}`),
    pids: () =>
      readFileSync(runs, 'utf8')
        .split('\n')
        .filter(Boolean)
        .map((line) => Number.parseInt(line, 10)),
    preview: (level: number, id: number) => join(dataDir, 'previews', String(level), `${id}.jpg`),
    exported: (id: number) => join(dataDir, 'exports', `${id}.jpg`),
    put: (name: string, ...lines: (string | number)[]) =>
      appendFileSync(join(queueDir, name), lines.map((line) => `${line}\n`).join('')),
    has: (name: string) => existsSync(join(queueDir, name)),
    content: (name: string) => readFileSync(join(queueDir, name), 'utf8'),
    /** Writes a bridge heartbeat that is this many seconds old. */
    beat: (state: BridgeState, { age = 0, revision = 'old', job = '', cannotRender = '' } = {}) =>
      writeFileSync(
        heartbeat,
        Object.entries({
          protocol: 1,
          time: Math.floor(Date.now() / 1000) - age,
          state,
          revision,
          job,
          library: made.file,
          cannot_render: cannotRender,
        })
          .map(([key, value]) => `${key}=${value}\n`)
          .join(''),
      ),
  };
}

const until = (seen: () => void) => vi.waitFor(seen, { interval: 20 });
const isAlive = (pid: number) =>
  existsSync(`/proc/${pid}`) && !readFileSync(`/proc/${pid}/stat`, 'latin1').includes(') Z ');
const drained = (on: Stage) =>
  until(() => expect([on.queues.refresh.depth(), on.queues.exports.depth()]).toEqual([0, 0]));

test('a refresh makes every level of the settings, an export the full size, and nothing else is left', async () => {
  const on = stage(['one', 'two']);
  on.start();
  await on.queues.refresh.append(1);
  await on.queues.exports.append(2);
  await drained(on);
  const sizes = await Promise.all(
    [on.preview(0, 1), on.preview(2, 1), on.exported(2)].map(async (file) => {
      const { width, height, format } = await sharp(file).metadata();
      return [width, height, format];
    }),
  );
  expect(sizes).toEqual([
    [165, 110, 'jpeg'],
    [300, 200, 'jpeg'],
    [300, 200, 'jpeg'],
  ]);
  expect(on.rendered()).toEqual([1, 2]);
  expect(readdirSync(on.queueDir)).toEqual([]);
  expect(readdirSync(join(on.dataDir, 'previews', '2'))).toEqual(['1.jpg']);
});

test('what was asked for last is done first, each image once, refreshes before exports', async () => {
  const on = stage(
    ['wait GO', 'x', 'x', 'x', 'x'].map((order) => order.replace('GO', join(tmpdir(), `go-${process.pid}`))),
  );
  const go = join(tmpdir(), `go-${process.pid}`);
  onTestFinished(() => rmSync(go, { force: true }));
  on.start();
  on.put('export.queue', 5);
  on.put('refresh.queue', 1, 2, 2);
  await until(() => expect(on.rendered()).toContain(1));
  on.put('refresh.queue', 3, 4, 3);
  writeFileSync(go, '');
  await drained(on);
  expect(on.rendered().filter((id) => id !== 5)).toEqual([1, 3, 4, 2]);
  expect(on.rendered().filter((id) => id === 5)).toEqual([5]);
});

test('previews that nobody wants any more are not begun, unless another program has asked for them, too', async () => {
  const asked: number[] = [];
  const isWanted = (id: number) => {
    asked.push(id);
    return id === 1;
  };
  const on = stage(['x', 'x', 'x', 'x'], { isWanted });
  on.put('refresh.queue', 2, 1, 3, 3);
  on.put('export.queue', 4);
  on.start();
  await drained(on);
  expect(on.rendered().sort()).toEqual([1, 3, 4]);
  expect(asked.sort()).toEqual([1, 2, 3]);
});

test('an image that is asked for again while it is rendered is rendered again', async () => {
  const go = join(tmpdir(), `again-${process.pid}`);
  onTestFinished(() => rmSync(go, { force: true }));
  const on = stage([`wait ${go}`, 'x'], { atOnce: 2 });
  on.start();
  on.put('refresh.queue', 1);
  await until(() => expect(on.rendered()).toEqual([1]));
  on.put('refresh.queue', 1, 2);
  // The second worker takes the queue while the first one renders the image.
  await until(() => expect(on.rendered()).toEqual([1, 2]));
  writeFileSync(go, '');
  await until(() => expect(on.rendered()).toEqual([1, 2, 1]));
  await drained(on);
});

test('a picture that shows a history of before is not put in place', async () => {
  const go = join(tmpdir(), `history-${process.pid}`);
  onTestFinished(() => rmSync(go, { force: true }));
  const on = stage([`wait ${go}`]);
  on.start();
  on.put('refresh.queue', 1);
  await until(() => expect(on.rendered()).toEqual([1]));
  const before = Date.now();
  on.made.change('UPDATE history SET op_params = ? WHERE imgid = 1', exposureParams(3));
  writeFileSync(go, '');
  await drained(on);
  expect(on.rendered()).toEqual([1, 1]);
  // As old as the start of its rendering: an edit made later makes it stale.
  const { mtimeMs } = await import('node:fs').then(({ statSync }) => statSync(on.preview(2, 1)));
  expect(mtimeMs).toBeGreaterThanOrEqual(before);
});

test('jobs that cannot be done are noted with the reason, and the others go on', async () => {
  const on = stage(['fail', 'missing', 'crash', 'good'], { timeoutMs: 10_000 });
  const renderer = on.start();
  on.put('refresh.queue', 1, 2, 3, 'no id', 99, 4);
  await drained(on);
  await until(() => expect(on.has('refresh.queue.working-cli')).toBe(false));
  const failures: unknown = Object.fromEntries(
    on
      .content('refresh.queue.failed')
      .split('\n')
      .filter(Boolean)
      .map((line) => line.split('\t')),
  );
  expect(failures).toEqual({
    1: 'darktable-cli made no picture: [export_job] error: this file is no picture',
    2: expect.stringMatching(/^the file is missing: .*2\.jpg$/) as string,
    3: 'darktable-cli made no picture (it ended with SIGSEGV)',
    'no id': 'not an image id',
    99: 'there is no image 99 in the library',
  });
  expect(existsSync(on.preview(2, 4))).toBe(true);
  expect(renderer.state()).toMatchObject({ state: 'waiting', done: 1, failed: 4, reason: null });
});

test('a folder where a photograph was, or where an export goes, is that job’s failure; the others are done', async () => {
  const on = stage(['missing', 'good', 'good']);
  mkdirSync(join(on.folder, 'photos', '1.jpg'));
  const renderer = on.start();
  on.put('export.queue', 3);
  await until(() => expect(existsSync(on.exported(3))).toBe(true));
  mkdirSync(on.exported(2));
  on.put('export.queue', 1, 2, 3);
  on.put('refresh.queue', 1);
  await drained(on);
  await until(() => expect(on.has('export.queue.working-cli')).toBe(false));
  expect(on.content('export.queue.failed')).toMatch(
    /^1\tthis is not a file: .*1\.jpg\n2\ta folder is in the way: .*2\.jpg\n$/,
  );
  expect(on.content('refresh.queue.failed')).toMatch(/^1\tthis is not a file/);
  expect(existsSync(on.exported(3))).toBe(true);
  expect(renderer.state()).toMatchObject({ state: 'waiting', done: 2, failed: 3, reason: null });
});

test('links that somebody planted where exports and previews go are not followed', async () => {
  const on = stage(['good']);
  const victim = join(on.folder, 'victim');
  writeFileSync(victim, 'the only copy of a photograph');
  for (const file of [on.exported(1), on.preview(0, 1), on.preview(2, 1)]) {
    mkdirSync(dirname(file), { recursive: true });
    symlinkSync(victim, file);
    symlinkSync(victim, file.replace('1.jpg', '1.cli-tmp.jpg'));
  }
  on.start();
  on.put('export.queue', 1);
  on.put('refresh.queue', 1);
  await drained(on);
  await until(() => expect(on.has('export.queue.working-cli')).toBe(false));
  expect(readFileSync(victim, 'utf8')).toBe('the only copy of a photograph');
  for (const file of [on.exported(1), on.preview(0, 1), on.preview(2, 1)])
    expect(lstatSync(file).isFile() && readFileSync(file).readUInt16BE(0)).toBe(0xffd8);
});

test('a picture that hangs is given up after its time, even when it does not want to end', async () => {
  const on = stage(['hang', 'good'], { timeoutMs: 500 });
  on.start();
  on.put('refresh.queue', 1, 2);
  await drained(on);
  expect(on.content('refresh.queue.failed')).toMatch(/^1\tdarktable-cli did not finish within/);
  expect(on.pids().filter(isAlive)).toEqual([]);
});

test('closing ends what runs and loses no job', async () => {
  const on = stage(['hang', 'good']);
  const first = on.start();
  on.put('refresh.queue', 1, 2);
  await until(() => expect(on.rendered()).toEqual([1]));
  await first.close();
  expect(on.pids().filter(isAlive)).toEqual([]);
  expect([on.content('refresh.queue'), on.has('refresh.queue.working-cli')]).toEqual(['1\n2\n', false]);
  writeFileSync(join(on.folder, 'photos', '1.jpg'), 'good');
  on.start();
  await drained(on);
  expect(on.rendered()).toEqual([1, 1, 2]);
});

test('at a low priority, and with threads that sleep while they wait', async () => {
  const on = stage(['hang']);
  on.start();
  on.put('refresh.queue', 1);
  await until(() => expect(on.rendered()).toEqual([1]));
  const nice = Number(readFileSync(`/proc/${on.pids()[0]}/stat`, 'latin1').split(') ')[1]!.split(' ')[16]);
  expect(nice).toBeGreaterThan(0);
  expect(readFileSync(`/proc/${on.pids()[0]}/environ`, 'utf8').split('\0')).toContain('OMP_WAIT_POLICY=passive');
});

test('while queues are paused nothing is begun', async () => {
  const on = stage(['x'], { settings: { queuesPaused: true } });
  const renderer = on.start();
  on.put('refresh.queue', 1);
  await until(() => expect(renderer.state().reason).toBe('the queues are paused'));
  await renderer.settled();
  expect([on.rendered(), on.content('refresh.queue')]).toEqual([[], '1\n']);
  on.change({ queuesPaused: false });
  await drained(on);
  expect(on.rendered()).toEqual([1]);
});

test('a result that cannot be put in place keeps its job, and is tried again', async () => {
  const on = stage(['x']);
  // A file where the folder should be.
  writeFileSync(join(on.dataDir, 'previews'), '');
  const renderer = on.start();
  on.put('refresh.queue', 1);
  await until(() => expect(renderer.state().state).toBe('stuck'));
  expect([on.has('refresh.queue.failed'), on.queues.refresh.depth()]).toEqual([false, 1]);
  rmSync(join(on.dataDir, 'previews'));
  await drained(on);
  expect(renderer.state()).toMatchObject({ state: 'waiting', reason: null });
}, 30_000);

test('canceling is removing the files', async () => {
  const go = join(tmpdir(), `cancel-${process.pid}`);
  onTestFinished(() => rmSync(go, { force: true }));
  const on = stage([`wait ${go}`, 'x', 'x']);
  const renderer = on.start();
  on.put('refresh.queue', 1, 2, 3);
  await until(() => expect(on.rendered()).toEqual([1]));
  expect(on.queues.refresh.clear()).toBe(3);
  writeFileSync(go, '');
  await until(() => expect(renderer.state().jobs).toEqual([]));
  await renderer.settled();
  expect(on.rendered()).toEqual([1]);
});

test('without darktable-cli the jobs wait, and it says why', async () => {
  const on = stage(['x'], { installation: () => Promise.resolve(null) });
  const renderer = on.start();
  on.put('refresh.queue', 1);
  await until(() => expect(renderer.state().reason).toMatch(/not installed/));
  expect(on.content('refresh.queue')).toBe('1\n');
});

describe('beside the bridge', () => {
  test('a bridge that answers keeps the jobs, and gets back what a former Safelight had in hand', async () => {
    const on = stage(['x', 'x']);
    on.beat('idle');
    on.put('refresh.queue.working-cli', 1, 2);
    const renderer = on.start();
    await until(() => expect(on.has('refresh.queue.working-cli')).toBe(false));
    await renderer.settled();
    expect([on.content('refresh.queue'), on.rendered()]).toEqual(['1\n2\n', []]);
  });

  test('a bridge that begins to answer gets the rest after the job in hand', async () => {
    const go = join(tmpdir(), `begins-${process.pid}`);
    onTestFinished(() => rmSync(go, { force: true }));
    const on = stage([`wait ${go}`, 'x', 'x']);
    on.start();
    on.put('refresh.queue', 1, 2, 3);
    await until(() => expect(on.rendered()).toEqual([1]));
    on.beat('idle');
    writeFileSync(go, '');
    await until(() => expect(on.has('refresh.queue')).toBe(true));
    expect([on.content('refresh.queue'), on.rendered()]).toEqual(['2\n3\n', [1]]);
    expect(existsSync(on.preview(2, 1))).toBe(true);
  });

  test('one that fell silent is waited for; then its jobs are taken, those that it had begun too', async () => {
    const on = stage(['x', 'x', 'x'], { silenceMs: 22_000 });
    on.beat('working', { age: 20, job: 'refresh 1' });
    on.put('refresh.queue.working', 1);
    on.put('refresh.queue.taken', 2);
    on.put('refresh.queue', 3);
    const renderer = on.start();
    await until(() => expect(renderer.state().reason).toBe('the plugin may come back'));
    expect(on.rendered()).toEqual([]);
    await drained(on);
    expect(on.rendered().sort()).toEqual([1, 2, 3]);
    expect(readdirSync(on.queueDir)).toEqual(['bridge.heartbeat']);
  });

  test('one that said good-bye is not waited for', async () => {
    const on = stage(['x']);
    on.beat('stopped', { age: 1 });
    on.start();
    on.put('export.queue.working', 1);
    on.put('export.queue', 1);
    await drained(on);
    expect(existsSync(on.exported(1))).toBe(true);
  });

  test('with renderer darktable-cli the jobs are taken as soon as the bridge has read that they are not its own', async () => {
    const on = stage(['x', 'x'], { settings: { renderer: 'darktable-cli' } });
    on.beat('working', { job: 'refresh 1', revision: 'told' });
    on.put('refresh.queue.working', 1);
    on.put('refresh.queue', 2);
    const renderer = on.start();
    await renderer.settled();
    expect(on.rendered()).toEqual([]);
    on.beat('idle', { revision: 'older' });
    on.events.emit('settings.changed', { keys: [] });
    await renderer.settled();
    expect(on.rendered()).toEqual([]);
    on.beat('idle', { revision: 'told' });
    await drained(on);
    expect(on.rendered()).toEqual([2, 1]);
  });

  test('one whose pictures would have another profile hands its jobs over, and gets the next ones once they would not', async () => {
    const on = stage(['x', 'x']);
    on.beat('stuck', { revision: 'told', cannotRender: 'the profile is not sRGB' });
    on.put('refresh.queue.working', 1);
    const renderer = on.start();
    await drained(on);
    expect(on.rendered()).toEqual([1]);
    on.beat('idle', { revision: 'told' });
    on.put('refresh.queue', 2);
    on.events.emit('settings.changed', { keys: [] });
    await renderer.settled();
    expect([on.content('refresh.queue'), on.rendered()]).toEqual(['2\n', [1]]);
  });

  test('with renderer bridge nothing is ever rendered here', async () => {
    const on = stage(['x'], { settings: { renderer: 'bridge' } });
    const renderer = on.start();
    on.put('refresh.queue', 1);
    on.events.emit('queue.changed', { name: 'refresh', depth: 1 });
    await renderer.settled();
    expect([on.content('refresh.queue'), on.rendered()]).toEqual(['1\n', []]);
    on.change({ renderer: 'auto' });
    await drained(on);
    expect(on.rendered()).toEqual([1]);
  });
});

test('while the owner edits, one preview begins every minute, whatever is exported meanwhile', async () => {
  let ahead = 0;
  const now = performance.now.bind(performance);
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now() + ahead);
  onTestFinished(() => clock.mockRestore());
  const resident = { unawaitedMs: 0, render: () => Promise.reject(new ResidentUnavailable('it is another test')) };
  const on = stage(['x', 'x', 'x'], { resident, atOnce: 2 });
  const renderer = on.start();
  on.put('refresh.queue', 1, 2);
  await until(() => expect(on.has('refresh.queue')).toBe(false));
  await renderer.settled();
  ahead = 40_000;
  on.put('export.queue', 3);
  await until(() => expect(on.rendered()).toEqual([3]));
  await renderer.settled();
  ahead = 61_000;
  await until(() => expect(on.rendered()).toHaveLength(2));
  await renderer.settled();
  expect(on.queues.refresh.depth()).toBe(1);
});

test('it tells which history each preview shows', async () => {
  const told: [number, number, string][] = [];
  const on = stage(['x'], { onRendered: (...shown) => told.push(shown) });
  on.start();
  on.put('refresh.queue', 1);
  await drained(on);
  expect(told).toEqual(on.settings.previewLevels.map((level) => [1, level, expect.any(String) as string]));
});

describe('quick first', () => {
  test('previews are made the quick way, and in full quality once nothing waits; an export at once', async () => {
    const on = stage(['large', 'large', 'large']);
    const renderer = on.start();
    on.put('refresh.queue', 1, 2);
    on.put('export.queue', 3);
    await until(() => expect(on.ways()).toHaveLength(5));
    await renderer.settled();
    expect(on.ways()).toEqual(['quick 1', 'quick 2', 'fine 3', 'fine 2', 'fine 1']);
    expect(renderer.state()).toMatchObject({ done: 3, failed: 0, refining: { id: null, waiting: 0 } });
    expect(readdirSync(on.queueDir)).toEqual([]);
  });

  test('a picture that was not scaled down is as good as it gets', async () => {
    const on = stage(['small']);
    const renderer = on.start();
    on.put('refresh.queue', 1);
    await drained(on);
    await renderer.settled();
    expect(on.ways()).toEqual(['quick 1']);
  });

  test('the fine preview is newer than the quick one, and no job while it is made', async () => {
    const on = stage(['large, hang when fine']);
    const renderer = on.start();
    on.put('refresh.queue', 1);
    await until(() => expect(on.ways()).toEqual(['quick 1', 'fine 1']));
    const quickMs = statSync(on.preview(2, 1)).mtimeMs;
    expect(renderer.state()).toMatchObject({ state: 'waiting', jobs: [], refining: { id: 1, waiting: 0 } });
    expect(on.queues.refresh.depth()).toBe(0);
    writeFileSync(join(on.folder, 'photos', '1.jpg'), 'large');
    on.put('refresh.queue', 1);
    await until(() => expect(on.ways()).toEqual(['quick 1', 'fine 1', 'quick 1', 'fine 1']));
    await renderer.settled();
    expect(statSync(on.preview(2, 1)).mtimeMs).toBeGreaterThan(quickMs);
  });

  test('whoever asks for a picture does not wait for another one to become fine', async () => {
    const on = stage(['large, hang when fine', 'small']);
    const renderer = on.start();
    on.put('refresh.queue', 1);
    await until(() => expect(on.ways()).toEqual(['quick 1', 'fine 1']));
    writeFileSync(join(on.folder, 'photos', '1.jpg'), 'large');
    on.put('refresh.queue', 2);
    await until(() => expect(on.ways()).toHaveLength(4));
    await renderer.settled();
    expect(on.ways()).toEqual(['quick 1', 'fine 1', 'quick 2', 'fine 1']);
    expect(on.has('refresh.queue.failed')).toBe(false);
  });

  test('one that was developed meanwhile, or that a bridge takes over, is left as it is', async () => {
    const on = stage(['large, hang when fine', 'large', 'small']);
    const renderer = on.start();
    on.put('refresh.queue', 2, 1);
    // The most recent one comes first; the other waits behind it.
    await until(() => expect(on.ways()).toEqual(['quick 2', 'quick 1', 'fine 1']));
    on.made.change('UPDATE history SET op_params = ? WHERE imgid = 2', exposureParams(3));
    writeFileSync(join(on.folder, 'photos', '1.jpg'), 'large');
    on.put('refresh.queue', 3);
    await until(() => expect(on.ways()).toHaveLength(5));
    await renderer.settled();
    expect(on.ways().slice(3)).toEqual(['quick 3', 'fine 1']);

    writeFileSync(join(on.folder, 'photos', '1.jpg'), 'large, hang when fine');
    on.put('refresh.queue', 1);
    await until(() => expect(on.ways().slice(5)).toEqual(['quick 1', 'fine 1']));
    on.beat('idle');
    await until(() => expect(renderer.state().refining).toEqual({ id: null, waiting: 0 }));
    await renderer.settled();
    expect(on.pids().filter(isAlive)).toEqual([]);
  });

  test('of thousands the last ones alone are made anew', () => {
    const fine = new FinePreviews();
    for (let id = 1; id <= 1000; id++) fine.add(id, 'as it is');
    expect(fine.count()).toBe(200);
    expect(fine.take()).toEqual({ id: 1000, sidecar: 'as it is' });
  });
});

describe.each(ODD_KINDS)('%s in the place of a file of a queue', (kind) => {
  test('that jobs are taken to makes room, or the renderer says why it stands still', async () => {
    const on = stage(['x']);
    const working = join(on.queueDir, 'refresh.queue.working-cli');
    putOddFile(kind, working);
    const renderer = on.start();
    on.put('refresh.queue', 1);
    if (kind === 'a folder') {
      await until(() =>
        expect(renderer.state()).toMatchObject({ state: 'stuck', reason: expect.stringContaining(working) as string }),
      );
      rmSync(working, { recursive: true });
    }
    await drained(on);
    expect(on.rendered()).toEqual([1]);
  });

  test('that waits, or lies where a dead bridge left jobs, is left alone', async () => {
    const on = stage(['x']);
    putOddFile(kind, join(on.queueDir, 'export.queue'));
    putOddFile(kind, join(on.queueDir, 'refresh.queue.working'));
    on.start();
    on.put('refresh.queue', 1);
    await drained(on);
    expect(on.rendered()).toEqual([1]);
    expect([on.has('export.queue'), on.has('refresh.queue.working')]).toEqual([true, true]);
  });

  test('where failures are written: the job waits until it can be told', async () => {
    const on = stage(['missing', 'x']);
    const failed = join(on.queueDir, 'refresh.queue.failed');
    putOddFile(kind, failed);
    const renderer = on.start();
    on.put('refresh.queue', 1);
    await until(() =>
      expect(renderer.state()).toMatchObject({ state: 'stuck', reason: expect.stringContaining(failed) as string }),
    );
    expect(on.queues.refresh.depth()).toBe(1);
    rmSync(failed, { recursive: true });
    await drained(on);
    expect(on.queues.refresh.failures()).toHaveLength(1);
  });
});

test('of a thousand jobs added while it takes them none is lost', async () => {
  const on = stage(['x', 'x', 'x'], { atOnce: 2 });
  on.start();
  const seen = new Set<number>();
  for (let number = 0; number < 1000; number++) {
    await on.queues.refresh.append((number % 3) + 1);
    const before = on.rendered().length;
    if (number % 50 === 0) await until(() => expect(on.rendered().length).toBeGreaterThan(before));
    seen.add((number % 3) + 1);
  }
  await drained(on);
  expect(new Set(on.rendered())).toEqual(seen);
  expect(on.has('refresh.queue.failed')).toBe(false);
});
