import { dirname, join } from 'node:path';
import { signInLink } from '../auth/sign-in-link.ts';
import { openOnDesktop } from '../desktop/browser.ts';
import type { Notifier } from '../desktop/notifications.ts';
import { pick, type PickRequest } from '../desktop/pickers.ts';
import { AppError, reasonOf } from '../platform/errors.ts';
import type { Log } from '../platform/log.ts';
import type { TrayAction } from '../tray/tray-menu.ts';
import type { TraySource } from './tray-state.ts';

export interface TrayActionOptions {
  /** The running server; null while there is none. */
  source: () => TraySource | null;
  notifier: Pick<Notifier, 'tell'>;
  restart: () => Promise<void>;
  quit: () => void;
  env: NodeJS.ProcessEnv;
  log: Log;
  /** Closes a dialog that is open. */
  ending: AbortSignal;
}

/** What there is to choose with a dialog: the question, where it begins, and the settings that the answer makes. */
const CHOICES = {
  library: {
    request: {
      kind: 'file',
      title: 'The library that Safelight shows',
      filter: { name: 'darktable library', patterns: ['library.db', '*.db'] },
    },
    start: ({ library, is_sample }) => (is_sample ? undefined : library),
    patch: (path) => ({ library: path }),
    refused: 'That library cannot be used',
  },
  'queue-folder': {
    request: { kind: 'folder', title: 'The folder of the queue files' },
    start: ({ refresh_queue }) => dirname(refresh_queue),
    patch: (path) => ({ refreshQueue: join(path, 'refresh.queue'), exportQueue: join(path, 'export.queue') }),
    refused: 'That folder cannot be used',
  },
  'export-folder': {
    request: { kind: 'folder', title: 'The folder for exports' },
    start: ({ export_dir }) => export_dir,
    patch: (path) => ({ exportDir: path }),
    refused: 'That folder cannot be used',
  },
} satisfies Record<
  Extract<TrayAction, { action: 'choose' }>['what'],
  {
    request: PickRequest;
    start: (inUse: InUse) => string | undefined;
    patch: (path: string) => Record<string, string>;
    refused: string;
  }
>;
type InUse = Awaited<ReturnType<TraySource['admin']['settings']>>['in_use'];

/** Does what a click in the tray asks for, and tells by a notification what came of it where nothing else does. */
export function trayActions(options: TrayActionOptions): (action: TrayAction) => Promise<void> {
  const { notifier, restart, quit, env, log, ending } = options;
  let isChoosing = false;

  const complain = (title: string, body: string) => notifier.tell({ title, body, urgent: true });

  const openPage = async ({ url }: TraySource, link: string) => {
    if (await openOnDesktop(link, { what: 'The browser', log })) return;
    complain('The browser could not be opened', `Safelight is at ${url}`);
  };
  const openFile = async (file: string) => {
    if (!(await openOnDesktop(file, { what: file, log }))) complain('It could not be opened', file);
  };
  const change = async ({ admin }: TraySource, patch: Record<string, unknown>, refused: string) => {
    try {
      const answer = await admin.changeSettings(patch);
      const late = answer.restart_needed.filter((name) => name in patch);
      if (late.length > 0) complain('This counts after a restart', 'The menu has "Restart server".');
      return answer;
    } catch (error) {
      // Settings have names of their own, which the menu does not show.
      const fields = error instanceof AppError ? error.fields : undefined;
      complain(refused, fields ? [...new Set(Object.values(fields))].join(' ') : reasonOf(error));
      return null;
    }
  };
  const choose = async (source: TraySource, what: keyof typeof CHOICES) => {
    if (isChoosing) return;
    isChoosing = true;
    try {
      const { request, start, patch, refused } = CHOICES[what];
      const { in_use } = await source.admin.settings();
      const picked = await pick({ ...request, start: start(in_use) }, { env, ending });
      if (picked.status === 'picked') await change(source, patch(picked.path), refused);
      if (picked.status === 'failed') complain('There is no file dialog', picked.reason);
    } finally {
      isChoosing = false;
    }
  };
  const set = async (source: TraySource, setting: 'readOnly' | 'autostart' | 'lan', on: boolean) => {
    const changed = await change(source, { [setting]: on }, 'That could not be changed');
    const [address] = changed?.in_use.lan_urls ?? [];
    if (setting === 'lan' && on && address !== undefined) {
      notifier.tell({
        title: 'Other devices can reach Safelight',
        body: `At ${address}; they must sign in.`,
        urgent: false,
      });
    }
  };

  const act = async (action: TrayAction, source: TraySource): Promise<void> => {
    switch (action.action) {
      case 'open-gallery':
        return openPage(source, linkTo(source));
      case 'open-settings':
        return openPage(source, linkTo(source, '/settings'));
      case 'open-problem':
        return openPage(source, linkTo(source, hasFailures(source) ? '/settings/queues' : '/settings/diagnostics'));
      case 'register-client':
        return openPage(source, linkTo(source, '/settings/clients?register=1'));
      case 'choose':
        return choose(source, action.what);
      case 'set':
        return set(source, action.setting, action.on);
      case 'set-client':
        source.services.clients.change(action.id, { enabled: action.enabled });
        return;
      case 'pause-queues':
        await change(source, { queuesPaused: action.paused }, 'The queues could not be paused');
        return;
      case 'open-export':
        return openFile(action.file);
      case 'open-export-folder':
        return openFile(source.services.exportDir());
      case 'restart':
        return restart();
      case 'quit': {
        quit();
        return;
      }
    }
  };

  return async (action) => {
    const source = options.source();
    try {
      if (source) await act(action, source);
      else if (action.action === 'quit') quit();
      else await restart();
    } catch (error) {
      log.error({ err: error }, `The tray's "${action.action}" failed: ${reasonOf(error)}`);
      complain('That did not work', reasonOf(error));
    }
  };
}

/** A link that signs the browser of this computer in, and the page that it leads to. */
export const linkTo = ({ url, services }: Pick<TraySource, 'url' | 'services'>, page?: string) =>
  signInLink(url, services.auth.oneTimeCodes.issue({ kind: 'browser', onlyHere: true }), page);

const hasFailures = ({ services: { queues } }: TraySource) =>
  queues.refresh.failures().length + queues.exports.failures().length > 0;
