import type { z } from 'zod';
import { EditsResult } from '../../../contract/history.ts';
import { PostponedChangeList, type PostponedChange } from '../../../contract/postponed.ts';
import { waits } from '../../openapi/examples.ts';
import { tagged, ok, done } from '../../routing/answers.ts';
import { route, type Route } from '../../routing/route.ts';

/** The body of 202, where it is postponed. */
export const postponedExample: z.infer<typeof PostponedChange> = {
  id: 5,
  state: 'waiting_for_darktable',
  kind: 'copy',
  from: 4711,
  style: null,
  time: 1761480000000,
  client: 'safelight-browser',
  images: 200,
  done: 0,
  change: null,
  problem: null,
  result: null,
};
const result = { change: 23, changed: 200, unchanged: 0, failed: 0, failures: [] };

export const postponedChangeRoutes: readonly Route[] = [
  route({
    method: 'get',
    path: '/api/v1/postponed-changes',
    id: 'listPostponedChanges',
    tag: 'Develop modules',
    summary: 'List postponed changes',
    description:
      'Copies of edits and styles that were asked for with `when: "darktable_closed"` while darktable had the library open. They are made one after the other as soon as darktable is closed, also when Safelight was ended meanwhile. The event `postponed-changes` tells when the list changes. `rejects` are the rejects that darktable gets later (event `waiting-rejects`).',
    scope: 'images:read',
    answers: tagged({
      description: 'What waits, and what has ended.',
      json: PostponedChangeList,
      example: { items: [postponedExample], rejects: waits },
    }),
    errors: ['db_error'],
    handle:
      ({ changes }) =>
      () => ({ items: changes.postponed.list(), rejects: changes.marks.waitingRejects() }),
  }),
  route({
    method: 'delete',
    path: '/api/v1/postponed-changes/:postponedId',
    id: 'dropPostponedChange',
    tag: 'Develop modules',
    summary: 'Delete a postponed change',
    description:
      'Drops a change that waits. Images that have it already keep it, and an undo takes it back. A change that has ended leaves the list. 409 while the change is being made.',
    scope: 'cache:refresh',
    answers: done('It is gone.'),
    errors: ['read_only', 'conflict', 'db_write_error'],
    handle:
      ({ changes }) =>
      ({ params }) =>
        changes.postponed.drop(params.postponedId),
  }),
  route({
    method: 'post',
    path: '/api/v1/postponed-changes/:postponedId/now',
    id: 'makePostponedChange',
    tag: 'Develop modules',
    summary: 'Start a postponed change now',
    description:
      'While darktable is open, its plugin makes the change, for at most 2,000 images. If nothing could be stored, the change goes on waiting. 409 while it is being made, once it has ended, and when its style has been edited since: the plugin can only apply the style as it is now.',
    scope: 'cache:refresh',
    answers: ok({ description: 'How many images were changed.', json: EditsResult, example: result }),
    errors: ['read_only', 'conflict', 'db_write_error', 'library_unavailable'],
    handle:
      ({ changes }) =>
      ({ params }) =>
        changes.postponed.doNow(params.postponedId),
  }),
];
