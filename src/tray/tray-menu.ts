import type { BridgeStatus } from '../contract/admin.ts';
import { type FarmState, roundedTime } from '../contract/farm.ts';
import type { DesktopWords } from '../desktop/desktop-words.ts';
import type { LibraryProblem } from '../library/library-state.ts';

/** What the tray shows, as a pure function of the program's state. */

/** Everything that the menu and the icon show. */
export type TrayState = {
  version: string;
  /** The address of the service; null while it does not answer. */
  url: string | null;
  darktable: {
    /** `starting` and `restarting`: Safelight itself is not ready yet. */
    state: BridgeStatus['state'] | 'starting' | 'restarting';
    /** The running darktable's version, if known. */
    version?: string | null;
    /** What it is working on; null: unknown. */
    job?: TrayJob | null;
    /** Why it is stuck, in English. */
    reason?: string | null;
    /** Whether darktable-cli does the jobs, so that nothing waits for darktable. */
    cli?: boolean;
  };
  /** Jobs that are waiting or in progress. */
  queues: { refresh: number; export: number };
  /** Machines that render for this one; null: there is no farm. */
  machines: TrayMachines | null;
  paused: boolean;
  /** null: the library can be read. */
  libraryProblem: LibraryProblem | null;
  /** Images read so far; null when the index is up to date. */
  indexing: { done: number; total: number } | null;
  /** Something that needs the user's attention. */
  attention: TrayAttention | null;
  /** The name of a device that asks for more rights; of several, the first. null: none waits for an answer. */
  asking: string | null;
  /** The name of an agent that was refused a change and waits for an answer. */
  agentAsking: string | null;
  /** A newer Safelight; null: none is known. */
  update: string | null;
  clients: readonly { id: string; name: string; enabled: boolean }[];
  /** Newest first. */
  recentExports: readonly { filename: string; file: string }[];
  /** autostart is null where this computer has no way to do it. */
  settings: { readOnly: boolean; autostart: boolean | null; lan: boolean; https: boolean };
};

export type TrayMachines = Pick<FarmState, 'state' | 'paused' | 'jobs_left' | 'minutes_left'> & {
  /** How many are there now. */
  there: number;
};

export type TrayJob = { kind: 'refresh' | 'export' | 'edit'; filename: string };

export type TrayAttention =
  | { kind: 'failed-jobs'; exports: number; previews: number }
  | { kind: 'settings-file' }
  /** The server did not come back after a restart. */
  | { kind: 'not-running'; reason: string };

/** What a click asks for. A switch names its new value, so a click that arrives twice has no further effect. */
export type TrayAction =
  | { action: 'open-gallery' }
  | { action: 'open-problem' }
  | { action: 'open-settings' }
  | { action: 'open-update' }
  | { action: 'open-machines' }
  | { action: 'open-devices' }
  | { action: 'open-agents' }
  | { action: 'choose'; what: 'library' | 'queue-folder' | 'export-folder' }
  | { action: 'set'; setting: keyof TrayState['settings']; on: boolean }
  | { action: 'set-client'; id: string; enabled: boolean }
  | { action: 'register-client' }
  | { action: 'pause-queues'; paused: boolean }
  | { action: 'open-export'; file: string }
  | { action: 'open-export-folder' }
  | { action: 'restart' }
  | { action: 'quit' };

export type TrayLook = 'idle' | 'working' | 'attention';

/** A row that can be clicked, or a line of text (no action). `checked` makes it a switch. */
export type MenuRow = {
  kind: 'row';
  label: string;
  action: TrayAction | null;
  checked?: boolean;
  /** Rows are hidden and shown, because the tray program cannot add or remove any. */
  hidden?: boolean;
};

/** `list`: rows whose number changes. Separators are allowed at the top level only. */
export type MenuPart =
  | MenuRow
  | { kind: 'separator' }
  | { kind: 'list'; rows: MenuRow[] }
  | { kind: 'submenu'; label: string; parts: (MenuRow | { kind: 'list'; rows: MenuRow[] })[] };

export type TrayMenu = {
  look: TrayLook;
  /** Not shown on Linux. */
  tooltip: string;
  parts: MenuPart[];
};

const RECENT_EXPORTS = 10;

/** The menu and the icon for this state. */
export function trayMenu(state: TrayState, words: DesktopWords): TrayMenu {
  const { settings, queues } = state;
  const t = words.menu;
  const attention = attentionLine(state, words);
  const library = libraryLine(state, words);
  return {
    look: lookOf(state),
    tooltip: [`Safelight ${state.version}`, attention ?? darktableLine(state, words)].join('\n'),
    parts: [
      note(`Safelight ${state.version}`),
      click(attention ?? '', { action: 'open-problem' }, { hidden: attention === null }),
      click(
        state.asking === null ? '' : t('asked', { device: state.asking }),
        { action: 'open-devices' },
        { hidden: state.asking === null },
      ),
      click(
        state.agentAsking === null ? '' : t('agentAsked', { agent: state.agentAsking }),
        { action: 'open-agents' },
        { hidden: state.agentAsking === null },
      ),
      click(
        state.update === null ? '' : t('update', { version: state.update }),
        { action: 'open-update' },
        {
          hidden: state.update === null,
        },
      ),
      note(darktableLine(state, words)),
      note(library ?? '', { hidden: library === null }),
      note(t('refreshQueue', { number: queues.refresh })),
      note(t('exportQueue', { number: queues.export })),
      click(machinesLine(state, words) ?? '', { action: 'open-machines' }, { hidden: state.machines === null }),
      { kind: 'separator' },
      state.url === null ? note(t('openGallery')) : click(t('openGallery'), { action: 'open-gallery' }),
      { kind: 'separator' },
      {
        kind: 'submenu',
        label: t('settings'),
        parts: [
          click(t('openSettings'), { action: 'open-settings' }),
          click(t('library'), { action: 'choose', what: 'library' }),
          click(t('queueFolder'), { action: 'choose', what: 'queue-folder' }),
          click(t('exportFolder'), { action: 'choose', what: 'export-folder' }),
          setting(t('readOnly'), 'readOnly', settings.readOnly),
          settings.autostart === null ? note(t('autostart')) : setting(t('autostart'), 'autostart', settings.autostart),
          setting(t('lan'), 'lan', settings.lan),
          setting(t('https'), 'https', settings.https),
        ],
      },
      {
        kind: 'submenu',
        label: t('clients'),
        parts: [
          { kind: 'list', rows: state.clients.length === 0 ? [note(t('noClients'))] : clientRows(state.clients) },
          click(t('registerClient'), { action: 'register-client' }),
        ],
      },
      { kind: 'separator' },
      click(t('pauseQueues'), { action: 'pause-queues', paused: !state.paused }, { checked: state.paused }),
      {
        kind: 'submenu',
        label: t('recentExports'),
        parts: [
          {
            kind: 'list',
            rows:
              state.recentExports.length === 0
                ? [note(t('noExports'))]
                : state.recentExports
                    .slice(0, RECENT_EXPORTS)
                    .map(({ filename, file }) => click(filename, { action: 'open-export', file })),
          },
          click(t('openExportFolder'), { action: 'open-export-folder' }),
        ],
      },
      { kind: 'separator' },
      click(t('restart'), { action: 'restart' }),
      click(t('quit'), { action: 'quit' }),
    ],
  };
}

/** Attention: the user must do something. Working: something is in progress. */
export function lookOf(state: TrayState): TrayLook {
  const waiting = jobs(state);
  const isStuck = waiting > 0 && !state.paused && !runsJobs(state);
  const isAsked = state.attention !== null || state.asking !== null || state.agentAsking !== null;
  if (isAsked || state.libraryProblem !== null || state.darktable.state === 'stuck' || isStuck) return 'attention';
  if (state.darktable.state === 'working' || state.indexing !== null) return 'working';
  return waiting > 0 && !state.paused ? 'working' : 'idle';
}

/** The state of darktable and its jobs, for example "darktable is not running — 12 jobs are waiting". */
export function darktableLine(state: TrayState, { menu: t }: DesktopWords): string {
  const line = darktableWords(state.darktable, t);
  const count = jobs(state);
  if (count > 0 && state.darktable.cli === true && !state.paused) return `${line} — ${t('cli', { count })}`;
  if (state.paused) return `${line} — ${count > 0 ? t('pausedWaiting', { count }) : t('paused')}`;
  return count > 0 && !runsJobs(state) ? `${line} — ${t('waiting', { count })}` : line;
}

function darktableWords({ state, version, job, reason }: TrayState['darktable'], t: DesktopWords['menu']): string {
  const darktable = version ? `darktable ${version}` : 'darktable';
  switch (state) {
    case 'working':
      return job ? t(JOB_WORDS[job.kind], { darktable, filename: job.filename }) : t('working', { darktable });
    case 'stuck':
      return reason ? t('stuck', { darktable, reason }) : t('stuckUnknown', { darktable });
    case 'no-bridge':
      return t('noPlugin', { darktable });
    default:
      return t(state, { darktable });
  }
}
const JOB_WORDS = { refresh: 'rendering', export: 'exporting', edit: 'editing' } as const;

/** The sum over all machines, such as "3 other machines render — 1,200 jobs left, about 2 hours". */
export function machinesLine({ machines }: TrayState, { menu: t }: DesktopWords): string | null {
  if (machines === null) return null;
  const { state, there, paused, jobs_left: left, minutes_left: minutes } = machines;
  if (state !== 'connected') return t('machinesAway');
  const who = paused ? t('machinesPaused') : t('machines', { count: there });
  if (left === 0) return who;
  const time = minutes === null || paused || there === 0 ? null : roundedTime(minutes);
  return `${who} — ${[t('jobsLeft', { count: left }), ...(time ? [t(time.unit, { count: time.amount })] : [])].join(', ')}`;
}

function libraryLine({ libraryProblem, indexing }: TrayState, { menu: t }: DesktopWords): string | null {
  if (libraryProblem !== null) return t(LIBRARY_WORDS[libraryProblem]);
  if (indexing === null) return null;
  return indexing.total === 0 ? t('reading') : t('readingSome', indexing);
}
const LIBRARY_WORDS = {
  missing: 'libraryMissing',
  unreadable: 'libraryUnreadable',
  'not-a-library': 'libraryUnknown',
  'too-old': 'libraryTooOld',
  'too-new': 'libraryTooNew',
  'no-data-db': 'libraryNoTags',
  busy: 'libraryBusy',
} as const satisfies Record<LibraryProblem, string>;

function attentionLine({ attention }: TrayState, { menu: t }: DesktopWords): string | null {
  switch (attention?.kind) {
    case undefined:
      return null;
    case 'settings-file':
      return t('settingsFile');
    case 'not-running':
      return t('notRunning', { reason: attention.reason });
    case 'failed-jobs': {
      const exports = t('exports', { count: attention.exports });
      const previews = t('previews', { count: attention.previews });
      if (attention.previews === 0) return t('failed', { what: exports });
      return t('failed', { what: attention.exports === 0 ? previews : t('exportsAndPreviews', { exports, previews }) });
    }
  }
}

const jobs = ({ queues }: TrayState) => queues.refresh + queues.export;
const runsJobs = ({ darktable: { state, cli }, machines }: TrayState) =>
  state === 'ready' ||
  state === 'working' ||
  cli === true ||
  (machines?.state === 'connected' && machines.there > 0 && !machines.paused);

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

/** Clients with the same name are told apart by their ids. */
function clientRows(clients: TrayState['clients']): MenuRow[] {
  return clients.map(({ id, name, enabled }) => {
    const isShared = clients.some((other) => other.id !== id && other.name === name);
    const label = name === '' ? id : isShared ? `${name} (${id})` : name;
    return click(label, { action: 'set-client', id, enabled: !enabled }, { checked: enabled });
  });
}
