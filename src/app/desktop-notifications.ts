import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { QueueName } from '../contract/admin.ts';
import type { DesktopWords } from '../desktop/desktop-words.ts';
import type { Notifier } from '../desktop/notifications.ts';
import type { News } from '../platform/events.ts';
import type { Settings } from '../settings/settings-store.ts';
import type { TrayState } from '../tray/tray-menu.ts';
import { watchFolder, type FolderWatch } from '../platform/watch-folder.ts';
import { followedSettings } from './followed-settings.ts';
import { askingAgent, type TraySource } from './tray-state.ts';

export type NewsSource = Pick<TraySource, 'events' | 'services'> & {
  readonly settings: Pick<Settings, 'get' | 'isChosen'>;
};

const EXPORT = /^(\d{1,15})\.jpg$/;
const AT_WORK: readonly TrayState['darktable']['state'][] = ['ready', 'working', 'stuck'];

export interface DesktopNotifications {
  /** Call it with each new state of the tray. */
  see(state: Pick<TrayState, 'darktable' | 'queues'>): void;
  close(): void;
}

/** Notifies of finished exports, of failed jobs, of devices that ask for more rights, of webhooks that are gone, of guests who are done, and when darktable goes away while jobs are waiting. */
export function notifyDesktop(
  source: NewsSource,
  notifier: Notifier,
  { notifications: t }: DesktopWords,
  openDevices: () => void,
): DesktopNotifications {
  const { events } = source;
  let darktable: TrayState['darktable']['state'] | null = null;
  let exports = watchExports(source, notifier);

  const nameOf = async (id: number) =>
    (await source.services.library.facts(id).catch(() => null))?.filename ?? t('image', { id: String(id) });

  const failed = async ({ name, failures }: News['queue.failed'][0]) => {
    const { refresh, exports: exporting } = source.services.queues;
    const what = { refresh: 'previewOf', export: 'exportOf' } as const satisfies Record<QueueName, string>;
    for (const { job, reason } of (name === 'refresh' ? refresh : exporting).failures().slice(-failures)) {
      const filename = /^\d{1,15}$/.test(job) ? await nameOf(Number(job)) : job;
      notifier.failed(t(what[name], { filename }), reason);
    }
  };
  const toldRequests = new Set<string>();
  const asked = () => {
    for (const { id, client_name: name } of source.services.auth.rightsRequests.list()) {
      if (toldRequests.has(id)) continue;
      toldRequests.add(id);
      notifier.asked(name, openDevices);
    }
  };
  let toldAgent: string | null = null;
  const agentAsked = () => {
    const agent = askingAgent(source.services);
    if (agent !== null && agent !== toldAgent)
      notifier.tell({ title: t('agentAsked', { agent }), body: t('agentAskedHow'), urgent: false });
    toldAgent = agent;
  };
  const guestDone = async ({ proof, guest }: News['proof.done'][0]) => {
    const { proofs } = source.services;
    const told = await Promise.all([proofs.find(proof), proofs.marks(proof)]).catch(() => null);
    if (!told) return;
    const [{ title }, { guests }] = told;
    const name = guests.find(({ id }) => id === guest)?.name ?? '';
    notifier.tell({
      title: name === '' ? t('proofDoneTogether') : t('proofDone', { guest: name }),
      body: t('proofDoneWith', { title }),
      urgent: false,
    });
  };
  const folderMayDiffer = () => {
    if (exports.folder === source.services.exports().folder) return;
    exports.close();
    exports = watchExports(source, notifier);
  };

  const heard = {
    'queue.failed': (news) => void failed(news),
    'rights.changed': asked,
    'agents.changed': agentAsked,
    'webhook.gone': ({ name }) =>
      notifier.tell({ title: t('webhookGone', { name }), body: t('webhookGoneWhy'), urgent: true }),
    'proof.done': (news) => void guestDone(news),
    'settings.changed': folderMayDiffer,
    'library.switched': folderMayDiffer,
  } satisfies { [Name in keyof News]?: (news: News[Name][0]) => void };
  const names = Object.keys(heard) as (keyof typeof heard)[];
  for (const name of names) events.on(name, heard[name] as () => void);
  return {
    see({ darktable: { state }, queues }) {
      const isLost = darktable !== null && AT_WORK.includes(darktable) && !AT_WORK.includes(state);
      darktable = state;
      const waiting = queues.refresh + queues.export;
      // With any other setting darktable-cli takes over.
      if (isLost && waiting > 0 && followedSettings(source.settings).renderer === 'bridge')
        notifier.bridgeLost(waiting);
    },
    close() {
      exports.close();
      for (const name of names) events.off(name, heard[name] as () => void);
    },
  };
}

/** A new file in the export folder is a finished export, whoever made it: exports are renamed into place. */
function watchExports({ services }: NewsSource, notifier: Notifier): FolderWatch & { readonly folder: string } {
  const folder = services.exports().folder;
  // Older files come back when their library is shown again.
  const openedMs = Date.now() - 1_000;
  const told = new Map<string, number>();

  const look = async (name: string) => {
    const id = EXPORT.exec(name)?.[1];
    const at = id === undefined ? null : await lstat(join(folder, name)).catch(() => null);
    if (!at?.isFile() || at.mtimeMs < openedMs || told.get(name) === at.mtimeMs) return;
    told.set(name, at.mtimeMs);
    notifier.exported((await services.library.facts(Number(id)).catch(() => null))?.filename ?? name);
  };
  const watch = watchFolder(folder, (name) => {
    if (name !== null) void look(name);
    else
      void readdir(folder).then(
        (all) => all.forEach((each) => void look(each)),
        () => undefined,
      );
  });
  return { folder, close: () => watch.close() };
}
