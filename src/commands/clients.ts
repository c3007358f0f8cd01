import { ClientList, ClientSecret, type ClientInfo, type NewClient } from '../contract/clients.ts';
import { openClients } from '../settings/clients.ts';
import { openSettings } from '../settings/settings-store.ts';
import { adminClient } from './admin-client.ts';
import { asOwner } from './as-owner.ts';
import { print, printJson, remark } from './print.ts';
import type { SharedOptions } from './shared-options.ts';
import { printTable } from './table.ts';

/** The four things that the command line does with registrations, whichever process owns the settings file. */
interface Registrations {
  add(client: NewClient): Promise<ClientSecret>;
  list(): ClientInfo[] | Promise<ClientInfo[]>;
  rotate(id: string, options: { overlapHours?: number | undefined }): Promise<ClientSecret>;
  remove(id: string): void | Promise<void>;
}

/**
 * Works through the running server, so that a change takes effect there at once; if none runs, on the settings file
 * itself, which this process then owns.
 */
async function withRegistrations<T>(
  options: SharedOptions,
  work: (registrations: Registrations) => Promise<T>,
): Promise<T> {
  const { dataDir, log } = options;
  const admin = adminClient(dataDir);
  if (admin) {
    return work({
      add: async (client) => ClientSecret.parse(await admin.request('POST', '/clients', client)),
      list: async () => ClientList.parse(await admin.request('GET', '/clients')).items,
      rotate: async (id, { overlapHours }) =>
        ClientSecret.parse(
          await admin.request(
            'POST',
            `/clients/${encodeURIComponent(id)}/rotate`,
            overlapHours === undefined ? undefined : { overlap_hours: overlapHours },
          ),
        ),
      remove: async (id) => {
        await admin.request('DELETE', `/clients/${encodeURIComponent(id)}`);
      },
    });
  }
  return asOwner(options, async () => {
    const clients = openClients({ settings: openSettings({ dataDir, log }), log });
    try {
      return await work(clients);
    } finally {
      clients.close();
    }
  });
}

export async function addClient(
  options: SharedOptions,
  client: { id: string; name?: string; scope?: string },
): Promise<void> {
  printSecret(options, await withRegistrations(options, (registrations) => registrations.add(client)));
}

export async function rotateClient(options: SharedOptions, id: string, overlapHours?: number): Promise<void> {
  printSecret(options, await withRegistrations(options, (registrations) => registrations.rotate(id, { overlapHours })));
}

export async function removeClient(options: SharedOptions, id: string): Promise<void> {
  await withRegistrations(options, async (registrations) => registrations.remove(id));
  if (options.json) printJson({ removed: id });
  else print(`Removed ${id}. Its tokens no longer work.`);
}

export async function listClients(options: SharedOptions): Promise<void> {
  const clients = await withRegistrations(options, async (registrations) => registrations.list());
  if (options.json) printJson({ items: clients });
  else if (clients.length === 0) print('No clients yet. Register one with: safelight clients add --id ID');
  else printClients(clients);
}

function printSecret({ json }: SharedOptions, secret: ClientSecret): void {
  if (json) {
    printJson(secret);
    return;
  }
  print(`client_id      ${secret.client_id}`);
  print(`client_secret  ${secret.client_secret}`);
  print(`scope          ${secret.scope}`);
  remark('The secret is shown only once. Keep it in a safe place.');
}

function printClients(clients: readonly ClientInfo[]): void {
  const day = (ms: number | null) => (ms === null ? 'never' : new Date(ms).toISOString().slice(0, 10));
  const rows = clients.map(({ id, enabled, created, last_used, scopes }) => [
    id,
    enabled ? 'enabled' : 'disabled',
    day(created),
    day(last_used),
    scopes.join(' '),
  ]);
  printTable([['id', 'state', 'created', 'last used', 'scopes'], ...rows]);
}
