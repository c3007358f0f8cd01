import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { once } from 'node:events';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { BridgeStatus } from '../contract/admin.ts';
import {
  clockCheck,
  folderCheck,
  portCheck,
  privacyCheck,
  queueCheck,
  spaceCheck,
  trayCheck,
  writeProblem,
} from './computer-checks.ts';
import { bridgeCheck, darktableCheck, residentCheck } from './darktable-checks.ts';
import { libraryCheck, lockCheck, schemaCheck } from './library-checks.ts';
import { diagnose, type DiagnosisInput } from './doctor.ts';
import { type FarmState, type FarmWorker, NO_FARM } from '../contract/farm.ts';
import { farmCheck } from './farm-check.ts';
import { redactorFor } from './redact.ts';

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'safelight-doctor-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

const file = '/home/ada/.config/darktable/library.db';
const known = () => null;
const none = { pending: () => [] };
const bridge: BridgeStatus = {
  state: 'ready',
  message: 'darktable 4.2.1 is running.',
  darktable: { version: '4.2.1', pid: 7, installed: [{ program: '/usr/bin/darktable', version: '4.2.1' }] },
  plugin: {
    installed: true,
    version: '1',
    current: '1',
    upgradable: false,
    restart_needed: false,
    folder: '/home/ada/.config/darktable',
  },
  job: null,
  reason: null,
  done: 0,
  failed: 0,
  last_sign_of_life: null,
  waiting: { refresh: 0, export: 0 },
  jobs_per_minute: 0,
  rendering: {
    state: 'plugin',
    is_rendering: true,
    cli_could: false,
    version: '5.4.1',
    reason: null,
    message: 'darktable 5.4.1 renders.',
  },
  renderer: {
    setting: 'bridge',
    version: null,
    state: 'waiting',
    reason: null,
    jobs: [],
    refining: 0,
    done: 0,
    failed: 0,
  },
};

test.each([
  [
    { is: 'resident', version: '5.0.1', usesOpenCl: false } as const,
    'Pictures come from a darktable 5.0.1 that stays loaded.',
  ],
  [
    { is: 'resident', version: '5.0.1', usesOpenCl: true } as const,
    'Pictures come from a darktable 5.0.1 that stays loaded and may use the graphics card.',
  ],
  [{ is: 'untested', version: '5.0.1' } as const, 'darktable 5.0.1 is tested when the first picture is wanted.'],
  [
    { is: 'none', why: 'this darktable is in a sandbox (flatpak)' } as const,
    'Pictures come from darktable-cli, which takes longer: this darktable is in a sandbox (flatpak). Color pickers, masks as pictures, and modules whose defaults depend on the picture need a darktable that stays loaded.',
  ],
])('it is told which way pictures are made, and why', (way, detail) => {
  expect(residentCheck(way)).toMatchObject({ status: 'ok', detail });
});

describe('each finding that is not well says what to do', () => {
  test.each([
    [
      libraryCheck({ status: 'ready', file, schemaVersion: 37, images: 3, leftOut: 0, message: '3 images' }, false),
      'ok',
      null,
    ],
    [
      libraryCheck({ status: 'ready', file, schemaVersion: 37, images: 3, leftOut: 0, message: '3 images' }, true),
      'warn',
      /Start darktable/,
    ],
    [libraryCheck({ status: 'problem', file, problem: 'missing', message: 'no library' }, false), 'fail', /settings/],
    [libraryCheck({ status: 'problem', file, problem: 'busy', message: 'busy' }, false), 'warn', /Wait/],
    [schemaCheck({ status: 'problem', file, problem: 'too-old', message: 'version 20' }), 'fail', /darktable 4\.2/],
    [schemaCheck({ status: 'problem', file, problem: 'too-new', message: 'version 99' }), 'fail', /Update Safelight/],
    [darktableCheck(bridge, { chosen: null, schema: 37, whyNoFacts: known }), 'ok', null],
    [
      darktableCheck(bridge, { chosen: '/opt/darktable/bin/darktable', schema: 37, whyNoFacts: known }),
      'warn',
      /Choose/,
    ],
    [darktableCheck(bridge, { chosen: null, schema: 57, whyNoFacts: known }), 'warn', /install a newer one/],
    [
      darktableCheck(bridge, { chosen: null, schema: 37, whyNoFacts: () => 'it ended with SIGSEGV' }),
      'warn',
      /is refused: further instances/,
    ],
    [
      darktableCheck(
        { ...bridge, state: 'missing', darktable: { version: null, pid: null, installed: [] } },
        { chosen: null, schema: null, whyNoFacts: known },
      ),
      'warn',
      /Install darktable/,
    ],
    [bridgeCheck(bridge, 12), 'ok', null],
    [bridgeCheck(bridge, null), 'warn', /again in a minute/],
    [bridgeCheck({ ...bridge, state: 'no-bridge' }, null), 'fail', /Restart darktable/],
    [bridgeCheck({ ...bridge, state: 'closed' }, null), 'warn', /Start darktable/],
    [
      bridgeCheck({ ...bridge, plugin: { ...bridge.plugin, installed: false } }, null),
      'warn',
      /safelight plugin install/,
    ],
    [bridgeCheck({ ...bridge, plugin: { ...bridge.plugin, upgradable: true } }, 3), 'warn', /safelight plugin install/],
    [bridgeCheck({ ...bridge, plugin: { ...bridge.plugin, folder: null } }, null), 'warn', /Start darktable once/],
    [trayCheck({ present: true, reason: null }), 'ok', null],
    [trayCheck({ present: false, reason: 'no host' }), 'warn', /browser/],
    [trayCheck(null), 'ok', null],
  ] as const)('%#: %j is %s', (finding, status, advice) => {
    expect(finding.status).toBe(status);
    if (advice === null) expect(finding.advice).toBeNull();
    else expect(finding.advice).toMatch(advice);
  });
});

describe('the disk', () => {
  test('a queue with failed jobs, in a folder that is a file, or that is a folder itself', async () => {
    const dir = folder();
    const queue = join(dir, 'queues', 'refresh.queue');
    expect(await queueCheck(queue, { pending: () => [1, 2] })).toMatchObject({
      status: 'ok',
      detail: expect.stringContaining('2 jobs') as string,
    });
    mkdirSync(join(dir, 'queues'));
    writeFileSync(`${queue}.failed`, '1\tno\n');
    expect(await queueCheck(queue, { pending: () => [1] })).toMatchObject({
      status: 'warn',
      detail: expect.stringContaining('1 failed') as string,
    });
    expect(await queueCheck(join(dir, 'queues'), none)).toMatchObject({ status: 'fail' });
    expect(await queueCheck(join(queue, 'x.failed', 'refresh.queue'), none)).toMatchObject({ status: 'ok' });
    writeFileSync(join(dir, 'file'), '');
    expect(await queueCheck(join(dir, 'file', 'refresh.queue'), none)).toMatchObject({ status: 'fail' });
  });

  test('a folder that is missing can be made, and looking does not make it', async () => {
    const dir = folder();
    const wanted = join(dir, 'a', 'b');
    expect(await folderCheck(wanted, { mustBeWritable: true })).toMatchObject({ status: 'ok' });
    expect(await folderCheck(wanted, { mustBeWritable: false })).toMatchObject({ status: 'warn' });
    expect(writeProblem('/proc/nowhere')).not.toBeNull();
  });

  test('free space is told of each disk once', async () => {
    const dir = folder();
    const { status, detail } = await spaceCheck([dir, join(dir, 'missing'), join(dir, 'a', 'library.db')]);
    expect(['ok', 'warn', 'fail']).toContain(status);
    expect(detail.match(/free at/g)).toHaveLength(1);
  });

  test('the clock of this computer, and that of the disk', async () => {
    const dir = folder();
    expect(await clockCheck(dir)).toMatchObject({ status: 'ok' });
    expect(await clockCheck(dir, 0)).toMatchObject({
      status: 'fail',
      detail: expect.stringContaining('1970') as string,
    });
  });

  test('keys that others can read are named', () => {
    const dir = folder();
    expect(privacyCheck(dir)).toMatchObject({ status: 'ok' });
    writeFileSync(join(dir, 'signing.key'), '', { mode: 0o644 });
    expect(privacyCheck(dir)).toMatchObject({
      status: 'warn',
      detail: expect.stringContaining('signing.key') as string,
    });
    chmodSync(join(dir, 'signing.key'), 0o600);
    chmodSync(dir, 0o755);
    expect(privacyCheck(dir)).toMatchObject({
      status: 'warn',
      detail: expect.stringContaining('the folder itself') as string,
    });
  });

  test('a lock that a darktable left behind when it crashed', () => {
    const dir = folder();
    const library = join(dir, 'library.db');
    writeFileSync(library, '');
    expect(lockCheck(library)).toMatchObject({ status: 'ok', detail: 'No program has it open.' });
    writeFileSync(`${library}.lock`, '999999999\0');
    expect(lockCheck(library)).toMatchObject({
      status: 'warn',
      detail: expect.stringContaining('999999999') as string,
      advice: expect.stringMatching(/darktable removes the file by itself/) as string,
    });
    // The number belongs to another program by now.
    writeFileSync(`${library}.lock`, `${process.pid}\0`);
    expect(lockCheck(library)).toMatchObject({ advice: expect.stringContaining('safelight unlock') as string });
  });
});

describe('the port', () => {
  test('free, taken by another, and of a Safelight that does not answer', async () => {
    const holder = createServer().listen(0, '127.0.0.1');
    await once(holder, 'listening');
    const { port } = holder.address() as AddressInfo;
    expect(await portCheck('127.0.0.1', port, null)).toMatchObject({
      status: 'warn',
      advice: expect.stringContaining('settings set port') as string,
    });
    holder.close();
    await once(holder, 'close');
    expect(await portCheck('127.0.0.1', port, null)).toMatchObject({ status: 'ok' });
    expect(await portCheck('127.0.0.1', port, `http://127.0.0.1:${port}`)).toMatchObject({ status: 'fail' });
  });
});

describe('what strangers who help may see', () => {
  test.each([
    ['/home/ada/photos/library.db', '~/photos/library.db'],
    ['74 GiB free at /home/ada.', '74 GiB free at ~.'],
    ['/home/ada.old/x', '/home/ada.old/x'],
    ['"/home/ada": cannot be read', '"~": cannot be read'],
    ['/home/adam/library.db and /home/ada-old', '/home/adam/library.db and /home/ada-old'],
    ['http://127.0.0.1:4380/sign-in?code=pYk3vW8eQ0-x', 'http://127.0.0.1:4380/sign-in?code=…'],
    ['client_secret: see ?client_secret=abc&x=1', 'client_secret: see ?client_secret=…&x=1'],
    ['Bearer eyJhbGciOiJI.eyJzdWIi.c2ln_bmF0', 'Bearer …'],
    [`seed SU${'A2'.repeat(28)} is wrong`, 'seed … is wrong'],
    ['http://ada:geheim@nas/photos', 'http://…@nas/photos'],
  ])('%s becomes %s', (text, masked) => {
    expect(redactorFor('/home/ada')(text)).toBe(masked);
  });

  test('a home of one letter, as in some containers, masks nothing else', () => {
    expect(redactorFor('/')('/photos/library.db')).toBe('/photos/library.db');
  });
});

function input(more: Partial<DiagnosisInput> = {}): DiagnosisInput {
  const dir = folder();
  return {
    version: '1.2.3',
    platform: 'linux',
    home: homedir(),
    dataDir: dir,
    settingsNotice: null,
    chosenDarktable: null,
    whyNoFacts: known,
    library: {
      state: {
        status: 'ready',
        file: join(dir, 'library.db'),
        schemaVersion: 37,
        images: 1,
        leftOut: 0,
        message: '1 image',
      },
      isSample: false,
    },
    cacheDir: dir,
    refreshQueue: { file: join(dir, 'refresh.queue'), pending: () => [] },
    exportQueue: { file: join(dir, 'export.queue'), pending: () => [] },
    exportDir: dir,
    host: '127.0.0.1',
    port: 0,
    serverUrl: null,
    bridge: { status: () => Promise.resolve(bridge), roundTrip: () => Promise.resolve(5) },
    resident: () => Promise.resolve({ is: 'resident', version: '4.2.1', usesOpenCl: false }),
    trayHost: () => Promise.resolve(null),
    farm: null,
    https: null,
    remoteAccess: null,
    updates: null,
    ...more,
  };
}

test.each<[Partial<FarmState>, 'ok' | 'warn', string]>([
  [{}, 'ok', 'Only this computer renders.'],
  [
    { state: 'connecting', reason: 'nothing answers' },
    'warn',
    'The message broker cannot be reached: nothing answers.',
  ],
  [
    { state: 'refused', reason: 'it has another certificate' },
    'warn',
    'The message broker cannot be used: it has another certificate.',
  ],
  [{ state: 'connected' }, 'warn', 'No worker is connected.'],
  [{ state: 'connected', paused: true }, 'ok', 'The other machines are paused.'],
  [
    { state: 'connected', workers: [worker('idle'), worker('away')] },
    'ok',
    'Workers that render with this computer: 1.',
  ],
])('machines that render: %j', (farm, status, detail) => {
  const found = farmCheck({ ...NO_FARM, ...farm });
  expect(found).toMatchObject({ status, detail });
  expect(found.advice === null).toBe(status === 'ok');
});

function worker(state: FarmWorker['state']): FarmWorker {
  return {
    name: 'laptop',
    version: '4.2.1',
    cores: 8,
    state,
    paused: false,
    reason: null,
    job: null,
    done: 0,
    failed: 0,
    last_failure: null,
    jobs_per_minute: 0,
    seen_at: 0,
  };
}

test('all well is well; the worst finding counts for the whole', async () => {
  expect((await diagnose(input())).status).toBe('ok');
  expect((await diagnose(input({ settingsNotice: 'One value was bad.' }))).status).toBe('warn');
  expect((await diagnose(input({ exportDir: '/proc/nowhere' }))).status).toBe('fail');
});

test('one thing that cannot be looked at does not keep the others from being', async () => {
  const broken = input({
    bridge: { status: () => Promise.reject(new Error('no idea')), roundTrip: () => Promise.resolve(null) },
    trayHost: () => Promise.reject(new Error('the bus is gone')),
  });
  const { checks: found } = await diagnose(broken);
  expect(found).toHaveLength(20);
  expect(found.filter(({ status }) => status === 'fail').map(({ id }) => id)).toEqual(['darktable', 'bridge', 'tray']);
});

test('a library behind a link into the home folder is masked where it really lies', async () => {
  const dir = folder();
  mkdirSync(join(dir, 'home'));
  symlinkSync(join(dir, 'home'), join(dir, 'link'));
  const { checks: found } = await diagnose(input({ home: join(dir, 'home'), exportDir: join(dir, 'home', 'exports') }));
  expect(JSON.stringify(found)).not.toContain(join(dir, 'home'));
});
