import { dirname, join } from 'node:path';
import { signInLink } from '../auth/sign-in-link.ts';
import { openOnDesktop } from '../desktop/browser.ts';
import type { DesktopWords } from '../desktop/desktop-words.ts';
import type { Notifier } from '../desktop/notifications.ts';
import { pick, type PickRequest } from '../desktop/pickers.ts';
import { AppError, reasonOf } from '../platform/errors.ts';
import type { Log } from '../platform/log.ts';
import type { TrayAction, TrayState } from '../tray/tray-menu.ts';
import type { TraySource } from './tray-state.ts';

export interface TrayActionOptions {
  /** The running server; null while there is none. */
  source: () => TraySource | null;
  notifier: Pick<Notifier, 'tell'>;
  restart: () => Promise<void>;
  quit: () => void;
  words: DesktopWords;
  env: NodeJS.ProcessEnv;
  log: Log;
  /** Closes a dialog that is open. */
  ending: AbortSignal;
}

/** What can be chosen with a dialog: where the dialog starts, and the settings that the answer changes. */
const CHOICES = {
  library: {
    request: ({ dialogs }) => ({
      kind: 'file',
      title: dialogs('library'),
      filter: { name: dialogs('libraryFiles'), patterns: ['library.db', '*.db'], all: dialogs('allFiles') },
    }),
    start: ({ library, is_sample }) => (is_sample ? undefined : library),
    patch: (path) => ({ library: path }),
    refused: 'libraryRefused',
  },
  'queue-folder': {
    request: ({ dialogs }) => ({ kind: 'folder', title: dialogs('queueFolder') }),
    start: ({ refresh_queue }) => dirname(refresh_queue),
    patch: (path) => ({ refreshQueue: join(path, 'refresh.queue'), exportQueue: join(path, 'export.queue') }),
    refused: 'folderRefused',
  },
  'export-folder': {
    request: ({ dialogs }) => ({ kind: 'folder', title: dialogs('exportFolder') }),
    start: ({ export_dir }) => export_dir,
    patch: (path) => ({ exportDir: path }),
    refused: 'folderRefused',
  },
} satisfies Record<
  Extract<TrayAction, { action: 'choose' }>['what'],
  {
    request: (words: DesktopWords) => PickRequest;
    start: (inUse: InUse) => string | undefined;
    patch: (path: string) => Record<string, string>;
    refused: 'libraryRefused' | 'folderRefused';
  }
>;
type InUse = Awaited<ReturnType<TraySource['admin']['settings']>>['in_use'];

/** Does what a click in the tray asks for. A notification tells the outcome where nothing else shows it. */
export function trayActions(options: TrayActionOptions): (action: TrayAction) => Promise<void> {
  const { notifier, restart, quit, words, env, log, ending } = options;
  const t = words.notifications;
  let isChoosing = false;

  const complain = (title: string, body: string) => notifier.tell({ title, body, urgent: true });

  const openPage = async ({ url }: TraySource, link: string) => {
    if (await openOnDesktop(link, { what: 'The browser', log })) return;
    complain(t('browserFailed'), t('browserAddress', { url }));
  };
  const openFile = async (file: string) => {
    if (!(await openOnDesktop(file, { what: file, log }))) complain(t('openFailed'), file);
  };
  const change = async ({ admin }: TraySource, patch: Record<string, unknown>, refused: string) => {
    try {
      const answer = await admin.changeSettings(patch);
      const late = answer.restart_needed.filter((name) => name in patch);
      if (late.length > 0) complain(t('restartTitle'), t('restartBody'));
      return answer;
    } catch (error) {
      // `detail` names settings as the API does; the menu has no such names.
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
      const picked = await pick({ ...request(words), start: start(in_use) }, { env, ending });
      if (picked.status === 'picked') await change(source, patch(picked.path), t(refused));
      if (picked.status === 'failed') complain(t('dialogFailed'), picked.reason);
      if (picked.status === 'missing')
        complain(t('dialogFailed'), t('dialogMissing', { programs: picked.programs.join(t('or')) }));
    } finally {
      isChoosing = false;
    }
  };
  const set = async (source: TraySource, setting: keyof TrayState['settings'], on: boolean) => {
    const changed = await change(source, { [setting]: on }, t('changeRefused'));
    const [address] = changed?.in_use.lan_urls ?? [];
    if (setting === 'lan' && on && address !== undefined) {
      notifier.tell({
        title: t('lanTitle'),
        body: t('lanBody', { url: address }),
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
      case 'open-machines':
        return openPage(source, linkTo(source, '/settings/machines'));
      case 'open-devices':
        return openPage(source, linkTo(source, '/settings/devices'));
      case 'open-agents':
        return openPage(source, linkTo(source, '/settings/agents'));
      case 'open-update':
        return openPage(source, linkTo(source, '/settings/updates'));
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
        await change(source, { queuesPaused: action.paused }, t(action.paused ? 'pauseRefused' : 'resumeRefused'));
        return;
      case 'open-export':
        return openFile(action.file);
      case 'open-export-folder':
        return openFile(source.services.exports().folder);
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
      log.error({ err: error, action: action.action }, 'A tray action failed');
      complain(t('actionFailed'), reasonOf(error));
    }
  };
}

/** A link that signs in this computer's browser and opens a page. */
export const linkTo = ({ url, services }: Pick<TraySource, 'url' | 'services'>, page?: string) =>
  signInLink(url, services.auth.oneTimeCodes.issue({ kind: 'browser', onlyHere: true }), page);

const hasFailures = ({ services: { queues } }: TraySource) =>
  queues.refresh.failures().length + queues.exports.failures().length > 0;
