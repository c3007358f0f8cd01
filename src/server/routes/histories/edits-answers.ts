/** What the routes that put edits on many images have in common. */
import { z } from 'zod';
import { EditsResult } from '../../../contract/history.ts';
import { DryRunProgress } from '../../../contract/image-change.ts';
import { PostponedChange } from '../../../contract/postponed.ts';
import { noStore } from '../../routing/answers.ts';
import { postponedExample } from '../changes/postponed-changes.ts';

export const editsAnswers = {
  200: {
    description: 'How many images were changed.',
    json: EditsResult,
    lines: z.union([DryRunProgress, EditsResult]),
    headers: noStore,
    example: { change: 23, changed: 2, unchanged: 0, failed: 0, failures: [] },
  },
  202: {
    description: 'With `when`: darktable has the library open, so the change waits until darktable is closed.',
    json: PostponedChange,
    headers: noStore,
    example: postponedExample,
  },
};

/** The end of their descriptions. */
export const editsOfMany =
  'While darktable is open, its plugin makes the change, for at most 2,000 images at once. While darktable is closed, many images go in parts. The event `change-progress` tells how far the change is, and `DELETE /api/v1/changes/{changeId}` stops it. One undo takes all of it back. With `dry_run=1` nothing is stored: the answer tells what would change, also while darktable is open; with `Accept: application/x-ndjson` in lines, the counts so far and at last the result. With `when: "darktable_closed"`, a change that is asked for while darktable is open waits until darktable is closed. Edits and images are those of the moment of the request. `GET /api/v1/postponed-changes` lists the change, and a dry run tells what it would change.';
