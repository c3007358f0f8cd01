import { expect, test } from 'vitest';
import { ENGLISH, loadDesktopWords } from '../desktop/desktop-words.ts';
import {
  darktableLine,
  lookOf,
  type MenuPart,
  type MenuRow,
  trayMenu,
  type TrayMachines,
  type TrayState,
} from './tray-menu.ts';

const calm: TrayState = {
  version: '1.2.3',
  url: 'http://127.0.0.1:4380',
  darktable: { state: 'ready', version: '4.2.1' },
  queues: { refresh: 0, export: 0 },
  machines: null,
  paused: false,
  libraryProblem: null,
  indexing: null,
  attention: null,
  asking: null,
  agentAsking: null,
  update: null,
  clients: [],
  recentExports: [],
  settings: { readOnly: false, autostart: false, lan: false, https: false },
};

const rows = (parts: readonly MenuPart[]): MenuRow[] =>
  parts.flatMap((part): MenuRow[] => {
    if (part.kind === 'row') return part.hidden ? [] : [part];
    if (part.kind === 'list') return rows(part.rows);
    return part.kind === 'submenu' ? rows(part.parts) : [];
  });
const row = (state: TrayState, label: string) =>
  rows(trayMenu(state, ENGLISH).parts).find((one) => one.label === label);

test('a calm program shows its whole menu', () => {
  const outline = trayMenu(calm, ENGLISH).parts.flatMap((part) => {
    if (part.kind === 'separator') return ['-'];
    if (part.kind === 'submenu') return [part.label, ...rows(part.parts).map(({ label }) => `  ${label}`)];
    return rows([part]).map(({ label }) => label);
  });
  expect(outline).toEqual([
    'Safelight 1.2.3',
    'darktable 4.2.1 is running',
    'Refresh queue: 0',
    'Export queue: 0',
    '-',
    'Open gallery',
    '-',
    'Settings',
    '  Open settings page',
    '  Library…',
    '  Queue folder…',
    '  Export folder…',
    '  Read-only mode',
    '  Start at login',
    '  Allow LAN access',
    '  Encrypt connections of other devices (HTTPS)',
    'Clients',
    '  No clients yet',
    '  Register new client…',
    '-',
    'Pause queues',
    'Recent exports',
    '  Nothing exported yet',
    '  Open export folder',
    '-',
    'Restart server',
    'Quit',
  ]);
});

test.each<[string, TrayState['darktable'], TrayState['queues'], boolean, string]>([
  ['idle', { state: 'ready' }, { refresh: 0, export: 0 }, false, 'darktable is running'],
  [
    'busy',
    { state: 'working', job: { kind: 'export', filename: 'a.raw' } },
    { refresh: 3, export: 9 },
    false,
    'darktable is exporting a.raw',
  ],
  ['closed', { state: 'closed' }, { refresh: 0, export: 0 }, false, 'darktable is not running'],
  ['one job', { state: 'closed' }, { refresh: 0, export: 1 }, false, 'darktable is not running — 1 job is waiting'],
  ['jobs', { state: 'closed' }, { refresh: 3, export: 9 }, false, 'darktable is not running — 12 jobs are waiting'],
  [
    'many',
    { state: 'missing' },
    { refresh: 4000, export: 0 },
    false,
    'darktable is not installed — 4,000 jobs are waiting',
  ],
  [
    'no plugin',
    { state: 'no-bridge', version: '5.4.1' },
    { refresh: 2, export: 0 },
    false,
    'darktable 5.4.1 is running without the plugin — 2 jobs are waiting',
  ],
  [
    'stuck',
    { state: 'stuck', reason: 'the disk is full' },
    { refresh: 2, export: 0 },
    false,
    'darktable cannot continue: the disk is full — 2 jobs are waiting',
  ],
  [
    'darktable-cli works',
    { state: 'closed', cli: true },
    { refresh: 2, export: 0 },
    false,
    'darktable is not running — darktable-cli is working on 2 jobs',
  ],
  [
    'darktable-cli is idle',
    { state: 'closed', cli: true },
    { refresh: 0, export: 0 },
    false,
    'darktable is not running',
  ],
  ['paused', { state: 'ready' }, { refresh: 0, export: 0 }, true, 'darktable is running — paused'],
  [
    'paused jobs',
    { state: 'closed' },
    { refresh: 2, export: 0 },
    true,
    'darktable is not running — paused, 2 jobs are waiting',
  ],
  ['starting', { state: 'starting' }, { refresh: 0, export: 0 }, false, 'Looking for darktable…'],
])('describes darktable: %s', (_, darktable, queues, paused, words) => {
  expect(darktableLine({ ...calm, darktable, queues, paused }, ENGLISH)).toBe(words);
});

test.each<[string, Partial<TrayMachines>, string]>([
  ['none', { there: 0 }, '0 other machines render'],
  ['idle', {}, '3 other machines render'],
  ['one', { there: 1, jobs_left: 1 }, '1 other machine renders — 1 job left'],
  ['busy', { jobs_left: 1200, minutes_left: 240 }, '3 other machines render — 1,200 jobs left, about 4 hours'],
  ['nearly done', { jobs_left: 2, minutes_left: 0.2 }, '3 other machines render — 2 jobs left, about 1 minute'],
  ['days', { jobs_left: 1e6, minutes_left: 8640 }, '3 other machines render — 1,000,000 jobs left, about 6 days'],
  ['paused', { paused: true, jobs_left: 7, minutes_left: 9 }, 'Other machines are paused — 7 jobs left'],
  ['away', { state: 'connecting', jobs_left: 7 }, 'Other machines cannot be reached'],
])('tells the sum of the other machines: %s', (_, machines, words) => {
  const state = { ...calm, machines: { ...HELPED, ...machines } };
  expect(row(state, words)).toMatchObject({ action: { action: 'open-machines' } });
});

test('jobs that other machines do wait for nobody', () => {
  const waiting: TrayState = { ...calm, darktable: { state: 'closed' }, queues: { refresh: 9, export: 0 } };
  expect(lookOf({ ...waiting, machines: HELPED })).toBe('working');
  expect(lookOf({ ...waiting, machines: { ...HELPED, there: 0 } })).toBe('attention');
});

const HELPED: TrayMachines = { state: 'connected', there: 3, paused: false, jobs_left: 0, minutes_left: null };

test.each<[string, Partial<TrayState>, string]>([
  ['nothing to do', {}, 'idle'],
  ['nothing to do, darktable closed', { darktable: { state: 'closed' } }, 'idle'],
  ['jobs are done', { queues: { refresh: 1, export: 0 } }, 'working'],
  ['darktable works', { darktable: { state: 'working' } }, 'working'],
  ['the library is read', { indexing: { done: 1, total: 2 } }, 'working'],
  ['jobs wait for darktable', { darktable: { state: 'closed' }, queues: { refresh: 1, export: 0 } }, 'attention'],
  ['jobs wait for the plugin', { darktable: { state: 'no-bridge' }, queues: { refresh: 0, export: 1 } }, 'attention'],
  [
    'darktable-cli does them',
    { darktable: { state: 'closed', cli: true }, queues: { refresh: 1, export: 0 } },
    'working',
  ],
  ['darktable is stuck', { darktable: { state: 'stuck' } }, 'attention'],
  ['jobs are paused', { darktable: { state: 'closed' }, queues: { refresh: 1, export: 0 }, paused: true }, 'idle'],
  ['the library is lost', { libraryProblem: 'missing' }, 'attention'],
  ['a phone asks for more rights', { asking: 'Phone' }, 'attention'],
  ['an agent wants to change pictures', { agentAsking: 'Assistant' }, 'attention'],
  ['something failed', { attention: { kind: 'failed-jobs', exports: 2, previews: 0 } }, 'attention'],
])('the icon tells the truth: %s', (_, change, look) => {
  expect(lookOf({ ...calm, ...change })).toBe(look);
});

test('a switch says what it is to become', () => {
  const state: TrayState = {
    ...calm,
    paused: true,
    settings: { readOnly: true, autostart: false, lan: false, https: false },
  };
  expect(row(state, 'Read-only mode')).toMatchObject({
    checked: true,
    action: { action: 'set', setting: 'readOnly', on: false },
  });
  expect(row(state, 'Start at login')).toMatchObject({
    checked: false,
    action: { action: 'set', setting: 'autostart', on: true },
  });
  expect(row(state, 'Pause queues')).toMatchObject({
    checked: true,
    action: { action: 'pause-queues', paused: false },
  });
});

test('what cannot be done now cannot be clicked', () => {
  expect(row({ ...calm, url: null }, 'Open gallery')?.action).toBeNull();
  const state = { ...calm, settings: { ...calm.settings, autostart: null } };
  expect(row(state, 'Start at login')).toEqual({ kind: 'row', label: 'Start at login', action: null });
});

test('a device that asks for more rights leads to where it is answered', () => {
  expect(row({ ...calm, asking: 'Anna’s phone' }, 'Anna’s phone asks for more rights…')).toMatchObject({
    action: { action: 'open-devices' },
  });
});

test('an agent that wants to change pictures leads to where it is answered', () => {
  expect(row({ ...calm, agentAsking: 'Assistant' }, 'Assistant wants to change pictures…')).toMatchObject({
    action: { action: 'open-agents' },
  });
});

test('clients of the same name are told apart', () => {
  const clients = [
    { id: 'a', name: 'Phone', enabled: true },
    { id: 'b', name: 'Phone', enabled: false },
    { id: 'c', name: '', enabled: true },
  ];
  const state = { ...calm, clients };
  expect(row(state, 'Phone (a)')).toMatchObject({
    checked: true,
    action: { action: 'set-client', id: 'a', enabled: false },
  });
  expect(row(state, 'Phone (b)')).toMatchObject({
    checked: false,
    action: { action: 'set-client', id: 'b', enabled: true },
  });
  expect(row(state, 'c')).toBeDefined();
});

test('the newest ten exports are listed and open their files', () => {
  const recentExports = Array.from({ length: 30 }, (_, index) => ({
    filename: `${index}.jpg`,
    file: `/x/${index}.jpg`,
  }));
  const list = rows(trayMenu({ ...calm, recentExports }, ENGLISH).parts).filter(
    ({ action }) => action?.action === 'open-export',
  );
  expect(list.map(({ label }) => label)).toEqual(recentExports.slice(0, 10).map(({ filename }) => filename));
  expect(list[0]?.action).toEqual({ action: 'open-export', file: '/x/0.jpg' });
});

test('trouble is at the top and leads to its explanation', () => {
  const attention = { kind: 'failed-jobs', exports: 2, previews: 0 } as const;
  const [, first, , library] = rows(trayMenu({ ...calm, attention, libraryProblem: 'missing' }, ENGLISH).parts);
  expect(first).toMatchObject({ label: '2 exports failed', action: { action: 'open-problem' } });
  expect(library?.label).toBe('The library file is missing');
});

test('a newer Safelight is one line that opens its page', () => {
  expect(row({ ...calm, update: '1.3.0' }, 'Safelight 1.3.0 is available…')?.action).toEqual({ action: 'open-update' });
});

test.each<[TrayState['attention'], string]>([
  [{ kind: 'failed-jobs', exports: 1, previews: 0 }, '1 export failed'],
  [{ kind: 'failed-jobs', exports: 0, previews: 1200 }, '1,200 previews failed'],
  [{ kind: 'failed-jobs', exports: 1, previews: 2 }, '1 export and 2 previews failed'],
  [{ kind: 'settings-file' }, 'There is a problem with the settings file'],
  [{ kind: 'not-running', reason: 'the port is taken' }, 'Safelight is not running: the port is taken'],
])('%o is worded', (attention, words) => {
  expect(row({ ...calm, attention }, words)?.action).toEqual({ action: 'open-problem' });
});

test('the whole menu exists in German', async () => {
  const german = await loadDesktopWords('de');
  const state: TrayState = {
    ...calm,
    darktable: { state: 'working', version: '4.2.1', job: { kind: 'refresh', filename: 'a.nef' } },
    queues: { refresh: 1200, export: 1 },
    attention: { kind: 'failed-jobs', exports: 1, previews: 2 },
    indexing: { done: 1000, total: 40000 },
    asking: 'Telefon',
    agentAsking: 'Assistent',
    update: '1.3.0',
    machines: { ...HELPED, there: 1, jobs_left: 1200, minutes_left: 240 },
  };
  const labels = trayMenu(state, german).parts.flatMap((part) => ('label' in part ? [part.label] : []));
  expect(labels).toEqual([
    'Safelight 1.2.3',
    '1 Export und 2 Vorschaubilder fehlgeschlagen',
    'Telefon möchte mehr dürfen…',
    'Assistent möchte Bilder ändern…',
    'Safelight 1.3.0 ist verfügbar…',
    'darktable 4.2.1 rendert ein Vorschaubild von a.nef',
    'Die Bibliothek wird gelesen: 1.000 von 40.000 Bildern',
    'Vorschaubilder in der Warteschlange: 1.200',
    'Exporte in der Warteschlange: 1',
    '1 anderer Rechner rendert mit — noch 1.200 Aufträge, etwa 4 Stunden',
    'Galerie öffnen',
    'Einstellungen',
    'Clients',
    'Warteschlangen anhalten',
    'Letzte Exporte',
    'Server neu starten',
    'Beenden',
  ]);
  expect(darktableLine({ ...calm, darktable: { state: 'no-bridge' }, queues: { refresh: 1, export: 1 } }, german)).toBe(
    'darktable läuft ohne das Plugin — 2 Aufträge warten',
  );
});
