import type { z } from 'zod';
import {
  NewPlan,
  NewPublication,
  NewRun,
  Publication,
  PublicationList,
  PublicationPlan,
  PublishedList,
  PublishedQuery,
  STEP_KINDS,
} from '../../../contract/publications.ts';
import { MOST_PLACEHOLDERS } from '../../../contract/placeholders.ts';
import { accepted, created, done, ok } from '../../routing/answers.ts';
import { json, optionalJson } from '../../routing/body.ts';
import { route, type Route } from '../../routing/route.ts';
import { planFor, publicationFor, reasonsFor, refusedFor } from './told-reasons.ts';

const example = {
  name: 'Best of 2026',
  source: { filter: { rating_min: 4 } },
  recipe: 1,
  destination: 1,
  album: '2026',
  when: 'when-changed' as const,
} satisfies NewPublication;
const saved = {
  ...example,
  id: 1,
  library: '/home/anna/.config/darktable/library.db',
  is_shown: true,
  progress: {
    state: 'idle' as const,
    items: 42,
    failed: 0,
    done: 0,
    of: 0,
    problem: null,
    next_try: null,
    runs: [
      { began: '2026-11-28T18:00:00.000Z', ended: '2026-11-28T18:04:12.000Z', done: 42, failed: 0, problem: null },
    ],
  },
};
const counts = Object.fromEntries(STEP_KINDS.map((kind) => [kind, 0])) as z.infer<typeof PublicationPlan>['counts'];
const plan = {
  id: 'qD2P2uC3qfXSUD2yR0mJ0zBnEyo',
  counts: { ...counts, new: 1, unchanged: 41, 'gone-here': 1 },
  needs: ['removals' as const],
  problem: null,
  upload: { pictures: 1, bytes: 1_240_000 },
  steps: [
    { image_id: 4711, name: null, kind: 'new' as const, reason: null },
    { image_id: 4712, name: 'IMG_4712.jpg', kind: 'gone-here' as const, reason: null },
  ],
};
const tag = 'Publishing';
const one = { description: 'The publication.', json: Publication, example: saved };

export const publicationRoutes: readonly Route[] = [
  route({
    method: 'get',
    path: '/api/v1/publications',
    id: 'listPublications',
    tag,
    summary: 'List the publications',
    description:
      'With the progress of each. Reasons, which may name accounts and folders, are for the scope `admin`. Those of other libraries wait until their library is shown.',
    scope: 'previews:read',
    answers: ok({ description: 'The publications by name.', json: PublicationList, example: { items: [saved] } }),
    errors: ['storage_error'],
    handle:
      ({ publications }) =>
      ({ res }) => ({ items: publications.list().map((each) => publicationFor(res, each)) }),
  }),
  route({
    method: 'get',
    path: '/api/v1/images/published',
    id: 'listPublished',
    tag,
    summary: 'List which images are published',
    description: `For up to ${MOST_PLACEHOLDERS} images: in which publications each is, and whether what is there shows it as it is now. Images that are not published are left out. The destinations are not asked.`,
    scope: 'previews:read',
    query: PublishedQuery,
    answers: ok({
      description: 'The published ones, by publication.',
      json: PublishedList,
      example: {
        items: [
          {
            image_id: 4711,
            publication_id: 1,
            publication: 'Best of 2026',
            sent_at: '2026-11-28T18:04:12.000Z',
            kind: 'pixels' as const,
            reason: null,
          },
        ],
      },
    }),
    errors: ['storage_error', 'library_unavailable'],
    curl: { query: 'ids=1,2,3' },
    handle:
      ({ publications }) =>
      async ({ query, res }) => ({ items: reasonsFor(res, await publications.published(query.ids)) }),
  }),
  route({
    method: 'post',
    path: '/api/v1/publications',
    id: 'addPublication',
    tag,
    summary: 'Create a publication',
    description:
      'Pictures of the library that is shown, a recipe and a destination. Nothing leaves before the first run.',
    scope: 'admin',
    body: json(NewPublication, example),
    answers: created(one),
    errors: ['conflict', 'storage_error'],
    handle:
      ({ publications }) =>
      ({ body }) =>
        publications.add(body),
  }),
  route({
    method: 'get',
    path: '/api/v1/publications/:publicationId',
    id: 'getPublication',
    tag,
    summary: 'Read one publication',
    scope: 'previews:read',
    answers: ok(one),
    errors: ['not_found', 'storage_error'],
    handle:
      ({ publications }) =>
      ({ params, res }) =>
        publicationFor(res, publications.find(params.publicationId)),
  }),
  route({
    method: 'put',
    path: '/api/v1/publications/:publicationId',
    id: 'replacePublication',
    tag,
    summary: 'Change a publication',
    description:
      'With another destination or album it begins anew: what it put at the former place stays there and is no longer its own. 409 `conflict` while it runs: stop it first.',
    scope: 'admin',
    body: json(NewPublication, example),
    answers: ok(one),
    errors: ['not_found', 'conflict', 'storage_error'],
    handle:
      ({ publications }) =>
      ({ params, body }) =>
        publications.replace(params.publicationId, body),
  }),
  route({
    method: 'delete',
    path: '/api/v1/publications/:publicationId',
    id: 'deletePublication',
    tag,
    summary: 'Delete a publication',
    description: 'What it put at its destination stays there.',
    scope: 'admin',
    answers: done('It is deleted.'),
    errors: ['not_found', 'storage_error'],
    handle:
      ({ publications }) =>
      ({ params }) =>
        publications.remove(params.publicationId),
  }),
  route({
    method: 'post',
    path: '/api/v1/publications/:publicationId/plan',
    id: 'planPublication',
    tag,
    summary: 'Describe what a run would do',
    description:
      'Compares the source with what is at the destination. Changes nothing, neither here nor there. A plan with a `problem` cannot be run. With `add` it is that of a publication that has these images as well: a run of it needs a `PUT` of the source first. 409 `conflict`: its source is a filter.',
    scope: 'cache:refresh',
    body: optionalJson(NewPlan, { add: [4711] }),
    answers: ok({ description: 'The plan.', json: PublicationPlan, example: plan }),
    errors: ['not_found', 'conflict', 'storage_error', 'library_unavailable', 'index_building'],
    handle:
      ({ publications }) =>
      async ({ params, body, res }) =>
        planFor(res, await publications.plan(params.publicationId, body)),
  }),
  route({
    method: 'post',
    path: '/api/v1/publications/:publicationId/runs',
    id: 'runPublication',
    tag,
    summary: 'Start publishing',
    description:
      'Does what the plan says, in the background; a restart does not end it. What the plan `needs` a yes for is left out without it. 409 `conflict`: the plan has a problem, or is another by now.',
    scope: 'cache:refresh',
    body: json(NewRun, { plan: plan.id, yes: ['removals'] }),
    answers: accepted(one),
    errors: ['not_found', 'conflict', 'read_only', 'storage_error', 'library_unavailable', 'index_building'],
    handle:
      ({ publications }) =>
      async ({ params, body, res }) =>
        publicationFor(res, await refusedFor(res, publications.run(params.publicationId, body))),
  }),
  route({
    method: 'delete',
    path: '/api/v1/publications/:publicationId/runs',
    id: 'stopPublication',
    tag,
    summary: 'Stop publishing',
    description: 'The picture that is on its way is finished; what was published stays.',
    scope: 'cache:refresh',
    answers: ok(one),
    errors: ['not_found', 'storage_error'],
    handle:
      ({ publications }) =>
      ({ params, res }) =>
        publicationFor(res, publications.stop(params.publicationId)),
  }),
];
