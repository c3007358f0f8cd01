import { utimesSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ModuleEntry } from '../../../src/contract/modules.ts';
import type { ChaosClient } from './client.ts';

/** What was requested and promised by the answers. */
export interface Promises {
  /** For each image, the exposures of its answered edits in order, and one whose outcome is unknown. */
  edits: Map<number, { answered: number[]; unknown: number | null }>;
  /** For each kind and image, when the last accepted job was requested, in Unix milliseconds. */
  jobs: Record<'refresh' | 'export', Map<number, number>>;
  /** The last `previewQuality` that was answered, and one whose outcome is unknown. */
  setting: { answered: number | null; unknown: number | null };
  clients: { client_id: string; client_secret: string }[];
}

export const noPromises = (): Promises => ({
  edits: new Map(),
  jobs: { refresh: new Map(), export: new Map() },
  setting: { answered: null, unknown: null },
  clients: [],
});

const EDITED = 'exposure';

/** A raw file, whose embedded picture exiftool extracts. */
export interface RawImage {
  id: number;
  path: string;
}

/** The images that can be edited by name. */
export async function editableImages(client: ChaosClient, ids: readonly number[]): Promise<number[]> {
  const editable: number[] = [];
  for (const id of ids) {
    const { items } = await client.get<{ items: ModuleEntry[] }>(`/api/v1/images/${id}/modules`);
    if (items.some(({ operation, params }) => operation === EDITED && typeof params?.exposure === 'number'))
      editable.push(id);
  }
  return editable;
}

/** The exposures of an image according to its record of edits and its history. */
export async function exposuresOf(client: ChaosClient, id: number): Promise<{ now: number; journaled: number[] }> {
  const entry = await client.get<ModuleEntry>(`/api/v1/images/${id}/modules/${EDITED}`);
  const { items } = await client.get<{ items: { operation: string; after: { params_b64: string } }[] }>(
    `/api/v1/images/${id}/edits?limit=500`,
  );
  const now = entry.params!.exposure as number;
  // Its offset in the parameters depends on their version: this is the present one's.
  const bytes = Buffer.from(entry.params_b64, 'base64');
  const place = Array.from({ length: bytes.length / 4 }, (_, at) => at * 4).find((at) =>
    near(bytes.readFloatLE(at), now),
  )!;
  const journaled = items
    .filter(({ operation }) => operation === EDITED)
    .map(({ after }) => Buffer.from(after.params_b64, 'base64').readFloatLE(place));
  return { now, journaled };
}

/** The precision of 32 bits. */
export const near = (one: number, other: number) => Math.abs(one - other) < 1e-6;

/** The preview that the camera put into a raw file. */
export const originalOf = ({ id }: RawImage) => `/api/v1/images/${id}/preview?size=large&fit=1&original=1`;

/**
 * People and programs at work until `signal`; each image is edited by only one of them, so that the last edit is known.
 */
export async function work(
  client: ChaosClient,
  promises: Promises,
  images: { all: number[]; editable: number[]; raw: RawImage },
  signal: AbortSignal,
): Promise<void> {
  let number = 0;
  const at = (list: number[]) => list[number % list.length]!;
  const again = async (turn: () => Promise<void>) => {
    while (!signal.aborted) {
      await turn();
      await sleep(20);
    }
  };
  const half = Math.ceil(images.editable.length / 2);
  const editors = [images.editable.slice(0, half), images.editable.slice(half)].filter((own) => own.length > 0);
  await Promise.all([
    ...editors.map((own) => again(() => edit(client, promises, own[++number % own.length]!, number))),
    again(() => queueJob(client, promises, 'refresh', at(images.all))),
    again(() => queueJob(client, promises, 'export', at(images.editable))),
    again(() => changeSetting(client, promises, 1 + (number % 100))),
    again(async () => {
      const answer = await client.ask('POST', '/api/v1/admin/clients', { id: `chaos-${number++}` });
      if (answer?.status === 201) promises.clients.push(answer.body as Promises['clients'][0]);
      await sleep(400);
    }),
    again(async () => {
      await client.ask('GET', `/api/v1/images?offset=${number % 7}`);
      await client.ask('GET', `/api/v1/images/${at(images.all)}/preview?size=thumb&fit=1`);
      number++;
    }),
    again(async () => {
      // As if the camera had just written it: pictures extracted earlier do not count.
      utimesSync(images.raw.path, new Date(), new Date());
      await client.ask('GET', originalOf(images.raw));
    }),
  ]);
}

async function edit(client: ChaosClient, { edits }: Promises, id: number, number: number): Promise<void> {
  // A value that no other edit has, within the module's limits.
  const exposure = Math.fround((number % 3000) / 1000);
  const known = edits.get(id) ?? { answered: [], unknown: null };
  edits.set(id, known);
  const answer = await client.ask('PATCH', `/api/v1/images/${id}/modules/${EDITED}`, { params: { exposure } });
  if (answer === null) known.unknown = exposure;
  else if (answer.status === 204) Object.assign(known, { answered: [...known.answered, exposure], unknown: null });
}

async function queueJob(
  client: ChaosClient,
  { jobs }: Promises,
  kind: 'refresh' | 'export',
  id: number,
): Promise<void> {
  const asked = Date.now();
  const answer = await client.ask('POST', `/api/v1/images/${id}/${kind}`);
  if (answer?.status === 202) jobs[kind].set(id, asked);
}

async function changeSetting(client: ChaosClient, { setting }: Promises, previewQuality: number): Promise<void> {
  const answer = await client.ask('PATCH', '/api/v1/admin/settings', { previewQuality });
  if (answer === null) setting.unknown = previewQuality;
  else if (answer.status === 200) Object.assign(setting, { answered: previewQuality, unknown: null });
}
