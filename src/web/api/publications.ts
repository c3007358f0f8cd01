import { queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import type { Destination, DestinationList, DestinationTest, NewDestination } from '../../contract/destinations.ts';
import type {
  NewPublication,
  NewRun,
  Publication,
  PublicationList,
  PublicationPlan,
} from '../../contract/publications.ts';
import { queryClient } from './query-client.ts';
import { get, send } from './request.ts';

const PUBLICATIONS = '/api/v1/publications';
const DESTINATIONS = '/api/v1/destinations';

/** News tells when they change. */
export const publicationsQuery = queryOptions({
  queryKey: ['publications'],
  queryFn: async ({ signal }) => (await get<z.infer<typeof PublicationList>>(PUBLICATIONS, signal)).items,
});

export const destinationsQuery = queryOptions({
  queryKey: ['destinations'],
  queryFn: async ({ signal }) => (await get<z.infer<typeof DestinationList>>(DESTINATIONS, signal)).items,
  // Another browser may have changed them; no news tells it.
  staleTime: 0,
});

async function change<Body>(method: string, path: string, body?: object): Promise<Body> {
  const answer = await send(path, {
    method,
    ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  });
  return (answer.status === 204 ? undefined : await answer.json()) as Body;
}

const afterwards = (name: 'publications' | 'destinations') => queryClient.invalidateQueries({ queryKey: [name] });

/** null: a new one. */
export async function keepPublication(id: number | null, wanted: NewPublication): Promise<Publication> {
  const kept = await change<Publication>(
    id === null ? 'POST' : 'PUT',
    id === null ? PUBLICATIONS : `${PUBLICATIONS}/${id}`,
    wanted,
  );
  await afterwards('publications');
  return kept;
}

/** It may have others by now, which stay in it. */
export async function addToPublication(id: number, add: readonly number[]): Promise<void> {
  const { source, name, recipe, destination, album, when } = await change<Publication>('GET', `${PUBLICATIONS}/${id}`);
  const ids = [...new Set([...('ids' in source ? source.ids : []), ...add])];
  await keepPublication(id, { name, source: { ids }, recipe, destination, album, when });
}

export async function deletePublication(id: number): Promise<void> {
  await change('DELETE', `${PUBLICATIONS}/${id}`);
  await afterwards('publications');
}

/** Apart from `publicationsQuery`: news of a run comes with every picture, and a plan lists all that is at the destination. */
export const planQuery = (id: number, add: readonly number[] = []) =>
  queryOptions({
    queryKey: ['publication-plan', id, add],
    queryFn: () => change<PublicationPlan>('POST', `${PUBLICATIONS}/${id}/plan`, add.length > 0 ? { add } : {}),
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });

export async function runPublication(id: number, run: NewRun): Promise<void> {
  await change('POST', `${PUBLICATIONS}/${id}/runs`, run);
  await afterwards('publications');
}

export async function stopPublication(id: number): Promise<void> {
  await change('DELETE', `${PUBLICATIONS}/${id}/runs`);
  await afterwards('publications');
}

/** null: a new one. */
export async function keepDestination(id: number | null, wanted: NewDestination): Promise<Destination> {
  const kept = await change<Destination>(
    id === null ? 'POST' : 'PUT',
    id === null ? DESTINATIONS : `${DESTINATIONS}/${id}`,
    wanted,
  );
  await afterwards('destinations');
  return kept;
}

export async function deleteDestination(id: number): Promise<void> {
  await change('DELETE', `${DESTINATIONS}/${id}`);
  await afterwards('destinations');
}

export const testDestination = (id: number) =>
  change<z.infer<typeof DestinationTest>>('POST', `${DESTINATIONS}/${id}/test`);
