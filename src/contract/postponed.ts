import { z } from 'zod';
import { EditsResult } from './history.ts';
import { WaitingRejects } from './waiting-rejects.ts';

/** A change of develop histories that waits until darktable is closed, or did. */
export const PostponedChange = z
  .object({
    id: z.int().describe('Not the number of a change: it has none before it is made'),
    state: z
      .enum(['waiting_for_darktable', 'running', 'ended'])
      .describe('running: it is being made, or the plugin makes it now'),
    kind: z.enum(['copy', 'style']),
    from: z.int().nullable().describe('Of the kind `copy`: the image whose edits are copied'),
    style: z.string().nullable().describe('Of the kind `style`: its full name'),
    time: z.int().describe('When it was asked for, in Unix milliseconds'),
    client: z.string().describe('Who asked for it'),
    images: z.int().min(0).describe('How many images it is for'),
    done: z.int().min(0).describe('How many of them were changed so far'),
    change: z
      .int()
      .nullable()
      .describe('The change that it became so far: `POST /changes/{changeId}/undo` takes it back'),
    problem: z.string().nullable().describe('Why it is not made although darktable is closed. It is tried again'),
    result: EditsResult.nullable().describe('Once it has ended: how'),
  })
  .meta({ id: 'PostponedChange' });
export type PostponedChange = z.infer<typeof PostponedChange>;

export const PostponedChangeList = z
  .object({
    items: z
      .array(PostponedChange)
      .describe('In the order in which they were asked for and are made. Of those that have ended, the newest hundred'),
    rejects: WaitingRejects.nullable().describe(
      'Rejects that show as made and that darktable gets later; null: none waits. Another rating, or the undo of the change, takes one back',
    ),
  })
  .meta({ id: 'PostponedChangeList' });
export type PostponedChangeList = z.infer<typeof PostponedChangeList>;
