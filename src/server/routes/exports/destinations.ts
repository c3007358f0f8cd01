import type { z } from 'zod';
import {
  Destination,
  DestinationList,
  DestinationTest,
  MOST_DESTINATIONS,
  NewDestination,
} from '../../../contract/destinations.ts';
import { created, done, ok } from '../../routing/answers.ts';
import { json } from '../../routing/body.ts';
import { route, type Route } from '../../routing/route.ts';

const example = {
  name: 'Cloud',
  kind: 'webdav' as const,
  address: 'https://cloud.example.org/remote.php/dav/files/ute/Pictures',
  user: 'ute',
  password: 'app-password',
} satisfies z.input<typeof NewDestination>;
const { password: _password, ...told } = example;
const kept = Destination.parse({ ...told, id: 1, secrets: ['password'] });
const tag = 'Destinations';
/** A test that takes longer has no answer. */
const TEST_MS = 120_000;

export const destinationRoutes: readonly Route[] = [
  route({
    method: 'get',
    path: '/api/v1/destinations',
    id: 'listDestinations',
    tag,
    summary: 'List the destinations',
    description: 'Secrets are never in an answer; `secrets` names those that have been entered.',
    scope: 'admin',
    answers: ok({ description: 'The destinations by name.', json: DestinationList, example: { items: [kept] } }),
    handle:
      ({ destinations }) =>
      () => ({ items: destinations.list() }),
  }),
  route({
    method: 'post',
    path: '/api/v1/destinations',
    id: 'addDestination',
    tag,
    summary: 'Add a destination',
    description: `There can be ${MOST_DESTINATIONS}. Nothing is sent to it.`,
    scope: 'admin',
    body: json(NewDestination, example),
    answers: created({ description: 'The destination.', json: Destination, example: kept }),
    errors: ['conflict', 'storage_error'],
    handle:
      ({ destinations }) =>
      ({ body }) =>
        destinations.add(body),
  }),
  route({
    method: 'put',
    path: '/api/v1/destinations/:destinationId',
    id: 'replaceDestination',
    tag,
    summary: 'Change a destination',
    description:
      'Secrets that are left out stay as they are, unless it is another place: what was entered for one is never sent to another.',
    scope: 'admin',
    body: json(NewDestination, example),
    answers: ok({ description: 'The destination.', json: Destination, example: kept }),
    errors: ['not_found', 'conflict', 'storage_error'],
    handle:
      ({ destinations }) =>
      ({ params, body }) =>
        destinations.replace(params.destinationId, body),
  }),
  route({
    method: 'delete',
    path: '/api/v1/destinations/:destinationId',
    id: 'deleteDestination',
    tag,
    summary: 'Delete a destination',
    description: 'What was published there stays there. 409 `conflict`: a publication uses it.',
    scope: 'admin',
    answers: done('It is deleted.'),
    errors: ['not_found', 'conflict', 'storage_error'],
    handle:
      ({ destinations, publications }) =>
      ({ params: { destinationId } }) => {
        if (destinations.find(destinationId)) publications.refuseUsed('destination', destinationId);
        destinations.remove(destinationId);
      },
  }),
  route({
    method: 'post',
    path: '/api/v1/destinations/:destinationId/test',
    id: 'testDestination',
    tag,
    summary: 'Check what a destination allows',
    description:
      'Writes, reads back, renames and removes a file of its own, and names each right that lacks. A place that works gets a marker, by which it is known again.',
    scope: 'admin',
    answers: ok({
      description: 'Whether it works.',
      json: DestinationTest,
      example: { works: false, problems: ['It cannot delete files: this account may not do that.'] },
    }),
    errors: ['not_found', 'storage_error'],
    handle:
      ({ destinations }) =>
      async ({ params }) => {
        const problems = await destinations.test(params.destinationId, AbortSignal.timeout(TEST_MS));
        return { works: problems.length === 0, problems };
      },
  }),
];
