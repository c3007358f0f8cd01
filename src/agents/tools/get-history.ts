import { z } from 'zod';
import type { ImageHistory } from '../../contract/history.ts';
import { thatFit } from '../answers.ts';
import { pageFields, pageOutput } from '../paging.ts';
import { tool } from '../tool.ts';

export const getHistory = tool({
  name: 'safelight_get_history',
  title: 'Read the edits of an image',
  description:
    'The develop history of an image: each step with its module and what it changed, oldest first. Steps that are not in force were undone. Fields and ranges of a module are in safelight_describe_module.',
  input: z.strictObject({ image_id: z.number().int().min(1).max(2_147_483_647), ...pageFields(200, 100) }),
  output: z.object({
    summary: z.string(),
    ...pageOutput,
    steps_in_force: z.number().int().optional(),
    steps: z
      .array(
        z.object({
          step: z.number().int(),
          operation: z.string(),
          label: z.string(),
          instance: z.number().int(),
          instance_name: z.string().optional(),
          enabled: z.boolean(),
          in_force: z.boolean(),
          changed: z
            .array(z.object({ field: z.string(), value: z.string().describe('JSON') }))
            .optional()
            .describe('From the step before of this instance, or from the defaults; absent: unknown'),
        }),
      )
      .optional(),
  }),
  scopes: ['images:read'],
  kind: 'reads',
  async run({ image_id, offset = 0, limit = 100 }, { api }) {
    const { steps, end } = await api.json<ImageHistory>({ path: `/images/${image_id}/history` });
    const told = steps.slice(offset, offset + limit).map((step) => ({
      step: step.num,
      operation: step.operation,
      label: step.label,
      instance: step.multi_priority,
      instance_name: step.multi_name === '' ? undefined : step.multi_name,
      enabled: step.enabled,
      in_force: step.in_force,
      changed:
        step.changed && Object.entries(step.changed).map(([field, value]) => ({ field, value: JSON.stringify(value) })),
    }));
    const { items, total, next_offset } = thatFit(told, { offset, total: steps.length });
    return {
      summary: `${total} steps, ${end} of them in force; ${items.length} in this answer.`,
      data: { total, steps_in_force: end, steps: items, next_offset: next_offset ?? undefined },
    };
  },
});
