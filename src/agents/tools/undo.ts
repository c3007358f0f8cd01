import { z } from 'zod';
import { refuseUnlessAllowed } from '../change-tool.ts';
import { Refusal } from '../refusal.ts';
import { takeBack } from '../take-back.ts';
import { tool } from '../tool.ts';

const MOST_TOLD = 100;

export const undo = tool({
  name: 'safelight_undo',
  title: 'Undo a change',
  description:
    'Takes back a change that this client made, by its change_id. What somebody changed again since is left as it is, and listed.',
  input: z.strictObject({ change_id: z.string().max(20).describe('Such as a17') }),
  output: z.object({
    summary: z.string(),
    restored: z.number().int().optional().describe('Pictures'),
    left: z
      .array(z.object({ image_id: z.number().int(), field: z.string() }))
      .optional()
      .describe('Changed again since: left as it is'),
    problems: z.array(z.string()).optional(),
  }),
  scopes: ['images:write', 'images:read'],
  kind: 'undoes',
  isIdempotent: true,
  async run({ change_id }, call) {
    const id = Number(/^a(\d{1,15})$/.exec(change_id)?.[1] ?? -1);
    const change = call.desk.agentChanges(call.client).find((each) => each.id === id);
    if (!change) throw new Refusal('Nothing was taken back: this client has made no such change.', { change_id });
    if (change.isUndone) throw new Refusal('Nothing was taken back: this was undone before.', { change_id });
    refuseUnlessAllowed(call);
    const { restored, left, problems } = await takeBack(change.changes, call.api);
    return {
      summary: `${restored > 0 ? `Took back the change of ${restored} pictures` : 'Nothing was taken back'}; ${left.length} values were changed again since and are left.`,
      data: { restored, left: left.slice(0, MOST_TOLD), problems: problems.length > 0 ? problems : undefined },
    };
  },
});
