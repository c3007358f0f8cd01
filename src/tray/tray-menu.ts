import type { BridgeStatus } from '../contract/admin.ts';

/** What the tray shows, as a pure function of the state of the program. No other file decides on words of the menu. */

/** Everything that the menu and the icon tell. */
export type TrayState = {
  version: string;
  /** Where the service answers; null while it does not. */
  url: string | null;
  darktable: {
    state: BridgeStatus['state'];
    /** Of the darktable that runs, where it is known. */
    version?: string | null;
    /**
     * Other words for the state than the menu's own. With `working` and `stuck` what it does: "exporting IMG_0042.CR3",
     * "cannot go on: the disk is full".
     */
    text?: string | null;
    /** darktable-cli does the jobs, so that nothing waits for darktable. */
    cli?: boolean;
  };
  /** Jobs that wait or are being done. */
  queues: { refresh: number; export: number };
  paused: boolean;
  library: { ready: boolean; message: string };
  /** Images read so far; null when the index is in step with the library. */
  indexing: { done: number; total: number } | null;
  /** Something that the user should look at, in one line, such as "2 exports failed". */
  attention: string | null;
  clients: readonly { id: string; name: string; enabled: boolean }[];
  /** Newest first. */
  recentExports: readonly { filename: string; file: string }[];
  /** autostart is null where this computer offers no way to do it. */
  settings: { readOnly: boolean; autostart: boolean | null; lan: boolean };
};

/** What a click asks for. Switches say what they are to become, so that a click that arrives twice changes nothing twice. */
export type TrayAction =
  | { action: 'open-gallery' }
  | { action: 'open-problem' }
  | { action: 'open-settings' }
  | { action: 'choose'; what: 'library' | 'queue-folder' | 'export-folder' }
  | { action: 'set'; setting: 'readOnly' | 'autostart' | 'lan'; on: boolean }
  | { action: 'set-client'; id: string; enabled: boolean }
  | { action: 'register-client' }
  | { action: 'pause-queues'; paused: boolean }
  | { action: 'open-export'; file: string }
  | { action: 'open-export-folder' }
  | { action: 'restart' }
  | { action: 'quit' };

export type TrayLook = 'idle' | 'working' | 'attention';

/** A row that can be clicked, or one that only tells something (no action). `checked` makes it a switch. */
export type MenuRow = {
  kind: 'row';
  label: string;
  action: TrayAction | null;
  checked?: boolean;
  /** There, but not to be seen now. Rows come and go in this way, for the tray cannot add any. */
  hidden?: boolean;
};

/** `list`: a stretch of rows whose number changes. Separators may stand at the top level only. */
export type MenuPart =
  | MenuRow
  | { kind: 'separator' }
  | { kind: 'list'; rows: MenuRow[] }
  | { kind: 'submenu'; label: string; parts: (MenuRow | { kind: 'list'; rows: MenuRow[] })[] };

export type TrayMenu = {
  look: TrayLook;
  /** Beside the pointer, where the desktop shows it (not on Linux). */
  tooltip: string;
  parts: MenuPart[];
};

const RECENT_EXPORTS = 10;

/** The menu and the icon of this state. */
export function trayMenu(state: TrayState): TrayMenu {
  const { settings, queues } = state;
  return {
    look: lookOf(state),
    tooltip: [`Safelight ${state.version}`, state.attention ?? darktableLine(state)].join('\n'),
    parts: [
      note(`Safelight ${state.version}`),
      click(state.attention ?? '', { action: 'open-problem' }, { hidden: state.attention === null }),
      note(darktableLine(state)),
      note(libraryLine(state) ?? '', { hidden: libraryLine(state) === null }),
      note(`Refresh queue: ${count(queues.refresh)}`),
      note(`Export queue: ${count(queues.export)}`),
      { kind: 'separator' },
      state.url === null ? note('Open gallery') : click('Open gallery', { action: 'open-gallery' }),
      { kind: 'separator' },
      {
        kind: 'submenu',
        label: 'Settings',
        parts: [
          click('Open settings page', { action: 'open-settings' }),
          click('Library…', { action: 'choose', what: 'library' }),
          click('Queue folder…', { action: 'choose', what: 'queue-folder' }),
          click('Export folder…', { action: 'choose', what: 'export-folder' }),
          setting('Read-only mode', 'readOnly', settings.readOnly),
          settings.autostart === null
            ? note('Start at login')
            : setting('Start at login', 'autostart', settings.autostart),
          setting('Allow LAN access', 'lan', settings.lan),
        ],
      },
      {
        kind: 'submenu',
        label: 'Clients',
        parts: [
          { kind: 'list', rows: state.clients.length === 0 ? [note('No clients yet')] : clientRows(state.clients) },
          click('Register new client…', { action: 'register-client' }),
        ],
      },
      { kind: 'separator' },
      click(
        'Pause queues',
        { action: 'pause-queues', paused: !state.paused },
        {
          checked: state.paused,
        },
      ),
      {
        kind: 'submenu',
        label: 'Recent exports',
        parts: [
          {
            kind: 'list',
            rows:
              state.recentExports.length === 0
                ? [note('Nothing exported yet')]
                : state.recentExports
                    .slice(0, RECENT_EXPORTS)
                    .map(({ filename, file }) => click(filename, { action: 'open-export', file })),
          },
          click('Open export folder', { action: 'open-export-folder' }),
        ],
      },
      { kind: 'separator' },
      click('Restart server', { action: 'restart' }),
      click('Quit', { action: 'quit' }),
    ],
  };
}

/** Attention: something waits for the user. Working: something goes on by itself. */
export function lookOf(state: TrayState): TrayLook {
  const waiting = jobs(state);
  const isStuck = waiting > 0 && !state.paused && !runsJobs(state);
  if (state.attention !== null || !state.library.ready || state.darktable.state === 'stuck' || isStuck)
    return 'attention';
  if (state.darktable.state === 'working' || state.indexing !== null) return 'working';
  return waiting > 0 && !state.paused ? 'working' : 'idle';
}

/** How it stands with darktable and the jobs that it has to do, such as "darktable is not running — 12 jobs are waiting". */
export function darktableLine(state: TrayState): string {
  const { state: is, version, text, cli } = state.darktable;
  const name = version ? `darktable ${version}` : 'darktable';
  const words = {
    ready: text ?? `${name} is running`,
    working: `${name} is ${text ?? 'working'}`,
    stuck: `${name} ${text ?? 'cannot go on'}`,
    'no-bridge': text ?? `${name} is running without Safelight's plugin`,
    closed: text ?? 'darktable is not running',
    missing: text ?? 'darktable is not installed',
  }[is];
  const waiting = jobs(state);
  const jobsWait = waiting === 1 ? '1 job is waiting' : `${count(waiting)} jobs are waiting`;
  if (waiting > 0 && cli === true && !state.paused) {
    return `${words} — darktable-cli does ${waiting === 1 ? '1 job' : `${count(waiting)} jobs`}`;
  }
  if (state.paused) return `${words} — paused${waiting > 0 ? `, ${jobsWait}` : ''}`;
  return waiting > 0 && !runsJobs(state) ? `${words} — ${jobsWait}` : words;
}

function libraryLine({ library, indexing }: TrayState): string | null {
  if (!library.ready) return library.message;
  if (indexing === null) return null;
  if (indexing.total === 0) return 'Reading the library…';
  return `Reading the library: ${count(indexing.done)} of ${count(indexing.total)} images`;
}

const jobs = ({ queues }: TrayState) => queues.refresh + queues.export;
const runsJobs = ({ darktable: { state, cli } }: TrayState) => state === 'ready' || state === 'working' || cli === true;
const count = (number: number) => number.toLocaleString('en');

const note = (label: string, more: { hidden?: boolean } = {}): MenuRow => ({
  kind: 'row',
  label,
  action: null,
  ...more,
});

const click = (label: string, action: TrayAction, more: { hidden?: boolean; checked?: boolean } = {}): MenuRow => ({
  kind: 'row',
  label,
  action,
  ...more,
});

const setting = (label: string, name: keyof TrayState['settings'], on: boolean): MenuRow =>
  click(label, { action: 'set', setting: name, on: !on }, { checked: on });

/** Clients that share a name are told apart by their ids. */
function clientRows(clients: TrayState['clients']): MenuRow[] {
  return clients.map(({ id, name, enabled }) => {
    const isShared = clients.some((other) => other.id !== id && other.name === name);
    const label = name === '' ? id : isShared ? `${name} (${id})` : name;
    return click(label, { action: 'set-client', id, enabled: !enabled }, { checked: enabled });
  });
}
