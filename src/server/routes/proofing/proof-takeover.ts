import { ChangeResult } from '../../../contract/image-change.ts';
import { TakeoverPlan, TakeoverRequest, TakeoverRun } from '../../../contract/proof-takeover.ts';
import { AppError } from '../../../platform/errors.ts';
import { noStore, ok } from '../../routing/answers.ts';
import { json } from '../../routing/body.ts';
import { route, type Route } from '../../routing/route.ts';

const tag = 'Proofing';
const image = { picture: '7hK2mQx9TzB4', image_id: 4711, filename: 'IMG_4711.CR3' };
const plan = {
  id: 'mX3Pk1vQ',
  counts: { marked: 7, changed: 1, stars: 1, labels: 0, tags: 1, notes: 0, conflicts: 1, missing: 0 },
  conflicts: [
    {
      ...image,
      why: 'guests' as const,
      guests: [
        { guest: 1, name: 'Anna', marks: ['favorite' as const, 'stars' as const], stars: 5 },
        { guest: 2, name: 'Ben', marks: ['stars' as const], stars: 2 },
      ],
      our_stars: 0,
      our_labels: [],
    },
  ],
  items: [{ ...image, rating: 5, labels: [], tags: ['client|Anna|favorite'], notes: null }],
};
const result = { change: 17, changed: 1, unchanged: 0, failed: 0, failures: [] };

export const proofTakeoverRoutes: readonly Route[] = [
  route({
    method: 'post',
    path: '/api/v1/proofs/:proofId/takeover/plan',
    id: 'planProofTakeover',
    tag,
    summary: 'Describe what taking marks over would change',
    description:
      'What the marks of guests would become, and where guests disagree with each other or with the images. Nothing is changed. 409 `conflict`: its pictures are of another library.',
    scope: ['proofing:manage', 'images:write'],
    body: json(TakeoverRequest, { rule: 'fill-empty' }),
    answers: ok({ description: 'The plan.', json: TakeoverPlan, example: plan }),
    errors: ['not_found', 'conflict', 'storage_error', 'library_unavailable'],
    handle:
      ({ proofs }) =>
      async ({ params, body }) =>
        (await proofs.planTakeover(params.proofId, body)).plan,
  }),
  route({
    method: 'post',
    path: '/api/v1/proofs/:proofId/takeover',
    id: 'takeOverProofMarks',
    tag,
    summary: 'Change images as guests marked them',
    description:
      'As the plan of the same request says, as one change, which one undo takes back. Rejected images stay rejected. The tags never leave with a picture. 409 `conflict`: the plan is another by now.',
    scope: ['proofing:manage', 'images:write'],
    body: json(TakeoverRun, { rule: 'fill-empty', plan: plan.id }),
    answers: {
      200: { description: 'How many images were changed.', json: ChangeResult, headers: noStore, example: result },
    },
    errors: ['not_found', 'conflict', 'read_only', 'storage_error', 'db_write_error', 'library_unavailable'],
    handle:
      ({ proofs, changes }) =>
      async ({ params, body: { plan: looked, ...request }, client, res }) => {
        const { plan: now, changes: wanted } = await proofs.planTakeover(params.proofId, request);
        if (now.id !== looked) throw new AppError('conflict', 'The plan is another by now. Look at it again.');
        res.set('Cache-Control', 'no-store');
        return changes.marks.changeEach({ changes: wanted, client });
      },
  }),
];
