import { queryOptions } from '@tanstack/react-query';
import type {
  Backup,
  BackupRestored,
  BridgeChange,
  BridgeStatus,
  Diagnostics,
  QueueName,
  QueueStatus,
  Unlocked,
} from '../../contract/admin.ts';
import type { ClientInfo, ClientSecret, NewClient } from '../../contract/clients.ts';
import type { FarmState } from '../../contract/farm.ts';
import type { PreviewRun } from '../../contract/preview-run.ts';
import type { Scope } from '../../contract/scopes.ts';
import type { SessionInfo } from '../../contract/session.ts';
import type { SettingDescription } from '../../contract/setting-descriptions.ts';
import type { SettingsAnswer } from '../../contract/settings.ts';
import type { UpdateStatus } from '../../contract/updates.ts';
import { get, send } from './request.ts';

const ADMIN = '/api/v1/admin';
/** For things whose changes cause no event. */
const LOOK_MS = 3000;
/** For what moves while one looks at it. */
const SOON_MS = 500;
/** Parts of a page that load one after the other share an answer. News of a change makes it stale at once. */
const SHARED_MS = 2000;

async function ask<T>(method: string, path: string, body?: unknown): Promise<T> {
  const answer = await send(`${ADMIN}${path}`, {
    method,
    ...(body !== undefined && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  });
  return (answer.status === 204 ? undefined : await answer.json()) as T;
}

const query = <T>(name: string, path: string, refetchInterval: number | false = false) =>
  queryOptions({
    queryKey: ['admin', name],
    queryFn: ({ signal }) => get<T>(`${ADMIN}${path}`, signal),
    refetchInterval,
    staleTime: SHARED_MS,
  });

export interface Queues {
  paused: boolean;
  items: QueueStatus[];
}

export const settingsQuery = query<SettingsAnswer>('settings', '/settings');
export const settingsDescriptionQuery = queryOptions({
  ...query<{ groups: { name: string; title: string }[]; items: SettingDescription[] }>(
    'settings-description',
    '/settings/description',
  ),
  staleTime: Infinity,
});
export const clientsQuery = query<{ items: ClientInfo[] }>('clients', '/clients', 10 * LOOK_MS);
export const queuesQuery = query<Queues>('queues', '/queues', LOOK_MS);
export const previewRunQuery = query<PreviewRun>('previews', '/previews', LOOK_MS);
export const farmQuery = query<FarmState>('farm', '/farm', LOOK_MS);
export const bridgeQuery = query<BridgeStatus>('bridge', '/bridge', LOOK_MS);
export const backupsQuery = query<{ items: Backup[]; total_size: number }>('backups', '/backups');
export const restoreBackup = ({ name, data_file }: Backup) =>
  ask<BackupRestored>('POST', `/backups/${encodeURIComponent(name)}/restore`, { library_only: data_file === null });
export const unlockLibrary = () => ask<Unlocked>('DELETE', '/darktable-lock');
export const sessionsQuery = query<{ items: SessionInfo[] }>('sessions', '/sessions', LOOK_MS);
export const updateQuery = queryOptions({
  ...query<UpdateStatus>('update', '/update'),
  refetchInterval: ({ state }) => (state.data?.progress ? SOON_MS : LOOK_MS),
});
/** Takes a moment, so it is only fetched on demand. */
export const diagnosticsQuery = queryOptions({
  ...query<Diagnostics>('diagnostics', '/diagnostics'),
  refetchOnWindowFocus: false,
});

/** Bad values throw an ApiError `invalid_settings` with `fields`. */
export const changeSettings = (patch: Record<string, unknown>) => ask<SettingsAnswer>('PATCH', '/settings', patch);

const clientPath = (id: string) => `/clients/${encodeURIComponent(id)}`;
export const addClient = (client: NewClient) => ask<ClientSecret>('POST', '/clients', client);
export const changeClient = (id: string, change: { name?: string; scope?: string; enabled?: boolean }) =>
  ask<ClientInfo>('PATCH', clientPath(id), change);
export const removeClient = (id: string) => ask<undefined>('DELETE', clientPath(id));
export const rotateClient = (id: string, overlapHours: number) =>
  ask<ClientSecret>('POST', `${clientPath(id)}/rotate`, overlapHours > 0 ? { overlap_hours: overlapHours } : {});

export const pauseQueues = (paused: boolean) => ask<Queues>('POST', `/queues/${paused ? 'pause' : 'resume'}`);
/** `worker`: null for all of them. */
export const pauseFarm = ({ worker, paused }: { worker: string | null; paused: boolean }) =>
  ask<FarmState>('POST', `/farm/${paused ? 'pause' : 'resume'}`, worker === null ? {} : { worker });
export const startPreviewRun = () => ask<PreviewRun>('POST', '/previews');
export const pausePreviewRun = (paused: boolean) => ask<PreviewRun>('PATCH', '/previews', { paused });
export const stopPreviewRun = () => ask<undefined>('DELETE', '/previews');

export const retryQueue = (queue: QueueName) => ask<{ jobs: number }>('POST', `/queues/${queue}/retry`);
export const clearQueue = (queue: QueueName) => ask<{ jobs: number }>('POST', `/queues/${queue}/clear`);
export const forgetFailures = (queue: QueueName) => ask<undefined>('DELETE', `/queues/${queue}/failures`);

export const retryFailure = ({ queue, id }: { queue: QueueName; id: string }) =>
  ask<{ jobs: number }>('POST', `/queues/${queue}/failures/${encodeURIComponent(id)}/retry`);
export const forgetFailure = ({ queue, id }: { queue: QueueName; id: string }) =>
  ask<undefined>('DELETE', `/queues/${queue}/failures/${encodeURIComponent(id)}`);

export type BridgeAct = 'install' | 'uninstall' | 'start-darktable';
export const actOnBridge = (act: BridgeAct) => ask<BridgeChange>('POST', `/bridge/${act}`);

export const checkForUpdate = () => ask<UpdateStatus>('POST', '/update/check');
export const cancelUpdate = () => ask<UpdateStatus>('DELETE', '/update/install');
export const installUpdate = () => ask<UpdateStatus>('POST', '/update/install');

export const endSession = (id: string) => ask<undefined>('DELETE', `/sessions/${encodeURIComponent(id)}`);

export interface PairingCode {
  url: string;
  /** To be typed instead. */
  code: string;
  svg: string;
  /** Unix milliseconds. */
  expires: number;
  addresses: string[];
}
/** Throws an ApiError `lan_access_off` when no other device can connect. */
export const pairDevice = (device: { name: string; scopes: readonly Scope[]; address?: string | undefined }) =>
  ask<PairingCode>('POST', '/pairings', {
    name: device.name,
    scope: device.scopes.join(' '),
    ...(device.address !== undefined && { address: device.address }),
  });
