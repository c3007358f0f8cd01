import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { editThroughBridge } from './bridge-edit-jobs.ts';
import {
  type BridgeConfig,
  bridgePaths,
  isPaused,
  removeBridgeConfig,
  setPaused,
  writeBridgeConfig,
} from './bridge-files.ts';
import { type Heartbeat, heartbeatAge, isAnswering, readHeartbeat } from './bridge-heartbeat.ts';
import { bridgeStyle, type HistoryEntry, styleObstacle } from './bridge-style.ts';

function stage() {
  const folder = mkdtempSync(path.join(tmpdir(), 'safelight-bridge-files-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const config: BridgeConfig = {
    library: '/photos/Ana ünd Bó/library.db',
    refreshQueue: path.join(folder, 'a', 'refresh.queue'),
    exportQueue: path.join(folder, 'b', 'export.queue'),
    exportsDir: path.join(folder, 'exports'),
    ...bridgePaths(path.join(folder, 'data')),
    levels: [
      { level: 0, width: 180, height: 110 },
      { level: 5, width: 2560, height: 1600 },
    ],
    previewQuality: 85,
    exportQuality: 95,
    jobs: ['edits', 'refresh'],
  };
  return { folder, configDir: path.join(folder, 'darktable'), config };
}

describe('the configuration', () => {
  test('says everything in one file, and every folder of our own is there', () => {
    const { configDir, config } = stage();
    const { revision } = writeBridgeConfig(configDir, config);
    const text = readFileSync(path.join(configDir, 'lua', 'safelight', 'bridge.conf'), 'utf8');
    expect(text).toBe(
      [
        'protocol=1',
        `revision=${revision}`,
        'library=/photos/Ana ünd Bó/library.db',
        `refresh_queue=${config.refreshQueue}`,
        `export_queue=${config.exportQueue}`,
        `edits_dir=${config.editsDir}`,
        `organise_dir=${config.organiseDir}`,
        `operations_dir=${config.operationsDir}`,
        `previews_dir=${config.previewsDir}`,
        'preview_levels=0:180x110,5:2560x1600',
        'preview_quality=85',
        'export_quality=95',
        `exports_dir=${config.exportsDir}`,
        `heartbeat=${config.heartbeat}`,
        `pause_file=${config.pauseFile}`,
        'jobs=edits,refresh',
        `wake_pipe=${path.join(config.editsDir, 'wake')}`,
        '',
      ].join('\n'),
    );
    const folders = [path.join(config.previewsDir, '0'), path.join(config.previewsDir, '5'), config.editsDir];
    for (const folder of [...folders, path.dirname(config.heartbeat)]) {
      expect(statSync(folder).isDirectory()).toBe(true);
    }
    // Chosen by people, on disks that may be gone: we must not create it.
    expect(existsSync(config.exportsDir)).toBe(false);
    expect(existsSync(path.dirname(config.exportQueue))).toBe(false);
  });

  test('is written again only when something changed', () => {
    const { configDir, config } = stage();
    const first = writeBridgeConfig(configDir, config);
    expect(first.changed).toBe(true);
    expect(writeBridgeConfig(configDir, config)).toEqual({ revision: first.revision, changed: false });
    const second = writeBridgeConfig(configDir, { ...config, jobs: ['edits'] });
    expect(second.changed).toBe(true);
    expect(second.revision).not.toBe(first.revision);
    removeBridgeConfig(configDir);
    expect(readdirSync(path.join(configDir, 'lua', 'safelight'))).toEqual([]);
  });

  test('refuses a path with a line break, which would be another setting', () => {
    const { configDir, config } = stage();
    expect(() => writeBridgeConfig(configDir, { ...config, library: '/a\njobs=x' })).toThrow('line break');
    expect(existsSync(path.join(configDir, 'lua', 'safelight', 'bridge.conf'))).toBe(false);
  });
});

describe('the heartbeat', () => {
  const written = (changes: Record<string, string> = {}) => {
    const { folder } = stage();
    const file = path.join(folder, 'heartbeat');
    const fields = {
      protocol: '1',
      plugin: '1.0.0',
      darktable: '4.2.1',
      api: '9.0',
      time: '1000',
      started: '900',
      pid: '77',
      revision: 'abc',
      library: '/l=b.db',
      state: 'working',
      reason: '',
      paused: '0',
      done: '5',
      failed: '1',
      edits: '2',
      organised: '3',
      operated: '4',
      histories: 'import',
      changes_styles: '1',
      open_image: '17',
      job: 'refresh 17',
      attempt: '1',
      edits_while_open: '0',
      wake: 'pipe',
      something_newer: 'x',
      ...changes,
    };
    writeFileSync(
      file,
      Object.entries(fields)
        .map(([key, value]) => `${key}=${value}\n`)
        .join(''),
    );
    return file;
  };

  test('is read field by field', () => {
    expect(readHeartbeat(written())).toEqual({
      protocol: 1,
      plugin: '1.0.0',
      darktable: '4.2.1',
      api: '9.0',
      time: 1000,
      started: 900,
      pid: 77,
      revision: 'abc',
      library: '/l=b.db',
      state: 'working',
      reason: null,
      paused: false,
      done: 5,
      failed: 1,
      edits: 2,
      organised: 3,
      operated: 4,
      histories: 'import',
      changesStyles: true,
      openImage: 17,
      cannotRender: null,
      job: 'refresh 17',
      attempt: 1,
      editsWhileOpen: false,
      wake: 'pipe',
    } satisfies Heartbeat);
  });

  test('is none when there is none, or nonsense', () => {
    expect(readHeartbeat('/nowhere/at/all')).toBeNull();
    expect(readHeartbeat(written({ state: 'dancing' }))).toBeNull();
    expect(readHeartbeat(written({ time: '' }))).toBeNull();
  });

  test.each<[string, Record<string, string>, number, boolean, boolean]>([
    ['fresh', {}, 1010, false, true],
    ['just fresh', { state: 'idle' }, 1015, false, true],
    ['old', { state: 'idle' }, 1020, true, false],
    ['old, in a long job', {}, 1300, true, true],
    ['old, in a long job of a darktable that is gone', {}, 1300, false, false],
    ['too old for any job', {}, 2000, true, false],
    ['closed in order', { state: 'stopped' }, 1001, true, false],
    ['with another library open', { state: 'other-library' }, 1001, true, false],
    ['of another library', { library: '/other.db' }, 1001, true, false],
    ['of another protocol', { protocol: '2' }, 1001, true, false],
    ['stuck', { state: 'stuck' }, 1003, true, true],
    ['paused', { state: 'paused' }, 1003, true, true],
    ['from the future, since the clock was set back', {}, 500, false, true],
  ])('answering? %s', (_name, changes, now, runs, expected) => {
    const heartbeat = readHeartbeat(written(changes));
    const options = { library: '/l=b.db', darktableRuns: () => runs, nowMs: now * 1000 };
    expect(isAnswering(heartbeat, options)).toBe(expected);
    expect(heartbeatAge(heartbeat!, now * 1000)).toBe(Math.max(0, now - 1000));
  });

  test('never heard of is not answering', () => expect(isAnswering(null)).toBe(false));
});

const entry: HistoryEntry = {
  operation: 'exposure',
  module: 6,
  enabled: true,
  params: new Uint8Array([1, 0xab]),
  blendParams: new Uint8Array([2]),
  blendVersion: 13,
  priority: 0,
  name: '',
};

describe('an edit', () => {
  /** Acts like the plugin on the first job that appears: claims it and answers. */
  const answering = async (editsDir: string, answer: string | null) => {
    const queue = path.join(editsDir, 'edits.queue');
    await vi.waitFor(() => expect(existsSync(queue)).toBe(true));
    const base = path.join(editsDir, readFileSync(queue, 'utf8').trim());
    renameSync(`${base}.job`, `${base}.claimed`);
    const seen = { job: readFileSync(`${base}.claimed`, 'utf8'), style: readFileSync(`${base}.dtstyle`, 'utf8') };
    if (answer !== null) {
      writeFileSync(`${base}.tmp`, answer);
      renameSync(`${base}.tmp`, `${base}.result`);
    }
    return seen;
  };
  const job = { imageId: 17, file: '/photos/a b.jpg', entry: { ...entry, priority: 1, name: 'sky' } };

  test('goes out with all that the plugin needs, and comes back done', async () => {
    const { editsDir } = stage().config;
    const before = Math.floor(Date.now() / 1000);
    const [answer, seen] = await Promise.all([
      editThroughBridge(editsDir, job),
      answering(editsDir, 'ok=1\ncode=\nreason=\ntime=1\n'),
    ]);
    expect(answer).toEqual({ ok: true });
    expect(seen.job).toContain('protocol=1\nimage=17\nfile=/photos/a b.jpg\noperation=exposure\ninstance=1\nexpires=');
    expect(Number(/expires=(\d+)/.exec(seen.job)?.[1])).toBeGreaterThan(before + 9);
    expect(seen.style).toBe(bridgeStyle(job.entry));
    expect(readdirSync(editsDir).filter((name) => name.endsWith('.result'))).toEqual([]);
  });

  test('comes back refused, with code and reason', async () => {
    const { editsDir } = stage().config;
    const [answer] = await Promise.all([
      editThroughBridge(editsDir, job),
      answering(editsDir, 'ok=0\ncode=open_in_darkroom\nreason=leave the darkroom = first\n'),
    ]);
    expect(answer).toEqual({ ok: false, code: 'open_in_darkroom', reason: 'leave the darkroom = first' });
  });

  test('that nobody took is taken back without a trace but its line', async () => {
    const { editsDir } = stage().config;
    expect(await editThroughBridge(editsDir, job, { timeoutMs: 60 })).toMatchObject({ ok: false, code: 'not_taken' });
    expect(readdirSync(editsDir)).toEqual(['edits.queue']);
  });

  test('that was begun is waited for, also beyond its time; without an answer nobody knows', async () => {
    const { editsDir } = stage().config;
    const [answer] = await Promise.all([
      editThroughBridge(editsDir, job, { timeoutMs: 200, graceMs: 100 }),
      answering(editsDir, null),
    ]);
    expect(answer).toMatchObject({ ok: false, code: 'no_answer' });
  });
});

describe('a style', () => {
  test('carries the whole entry', () => {
    const style = bridgeStyle({ ...entry, enabled: false, priority: 2, name: 'a<b> & "c"' });
    for (const part of [
      '<name>safelight-bridge-edit-7c1f4d2e</name>',
      '<module>6</module>',
      '<op_params>01ab</op_params>',
      '<enabled>0</enabled>',
      '<blendop_params>02</blendop_params>',
      '<blendop_version>13</blendop_version>',
      '<multi_priority>2</multi_priority>',
      '<multi_name>a&lt;b&gt; &amp; &quot;c&quot;</multi_name>',
      '<multi_name_hand_edited>1</multi_name_hand_edited>',
    ]) {
      expect(style).toContain(part);
    }
  });

  test.each([
    ['', 0, 0],
    ['1', 1, 0],
    ['2', 1, 1],
    ['_builtin_auto', 0, 0],
    ['sky', 0, 1],
  ])('the name %j of instance %i: typed by hand? %i', (name, priority, byHand) => {
    expect(bridgeStyle({ ...entry, name, priority })).toContain(
      `<multi_name_hand_edited>${byHand}</multi_name_hand_edited>`,
    );
  });

  const named = (priority: number, name: string, operation = 'exposure') => ({ ...entry, operation, priority, name });
  test.each<[string, HistoryEntry[], HistoryEntry, boolean]>([
    ['the only one', [named(0, '')], named(0, ''), true],
    ['two with names', [named(0, ''), named(1, 'sky')], named(1, 'sky'), true],
    ['the unnamed first of two', [named(0, ''), named(1, 'sky')], named(0, ''), true],
    ['names of another module', [named(0, ''), named(1, '', 'velvia')], named(0, ''), true],
    ['two without a name', [named(0, ''), named(1, '')], named(0, ''), false],
    ['two of one name', [named(1, 'sky'), named(2, 'sky')], named(2, 'sky'), false],
    ['a later one without a name', [named(1, '')], named(1, ''), false],
    ['no parameters', [named(0, '')], { ...named(0, ''), params: new Uint8Array() }, false],
  ])('can it set this entry? %s', (_name, history, wanted, can) => {
    expect(styleObstacle(history, wanted) === null).toBe(can);
  });
});

test('pausing is a file that is there or not', () => {
  const { pauseFile } = stage().config;
  expect(isPaused(pauseFile)).toBe(false);
  setPaused(pauseFile, true);
  setPaused(pauseFile, true);
  expect(isPaused(pauseFile)).toBe(true);
  setPaused(pauseFile, false);
  setPaused(pauseFile, false);
  expect(isPaused(pauseFile)).toBe(false);
});
