import { z } from 'zod';
import { Refusal } from './refusal.ts';

/** Edits that are tried on a picture and stored nowhere. */
export const trialFields = {
  edits: z
    .array(
      z.strictObject({
        operation: z.string().max(100).describe("darktable's name, such as exposure"),
        instance: z.number().int().min(0).max(1_000).optional(),
        enabled: z.boolean().optional(),
        params: z.looseObject({}).optional().describe('Fields and values, as safelight_describe_module tells them'),
        blend: z.looseObject({}).optional().describe('Such as {"opacity": 50}'),
      }),
    )
    .max(20)
    .optional()
    .describe('Tried, not stored: one entry a module that the image has in its history'),
  style: z.string().max(1_000).optional().describe('Full name of a style to try; edits come after it'),
  history_end: z
    .number()
    .int()
    .min(0)
    .max(100_000)
    .optional()
    .describe('As it was after so many steps of its history; 0: without any'),
};

/** Of a request for a picture. */
export interface Trial {
  modules: Record<string, Record<string, unknown>>;
  style?: string | undefined;
  history_end?: number | undefined;
}

/** undefined: nothing is tried. Throws Refusal. */
export function trialOf({
  edits = [],
  style,
  history_end,
}: z.output<z.ZodObject<typeof trialFields>>): Trial | undefined {
  if (edits.length === 0 && style === undefined && history_end === undefined) return undefined;
  const modules: Trial['modules'] = {};
  for (const { operation, ...edit } of edits) {
    if (Object.hasOwn(modules, operation))
      throw new Refusal('No picture was made: a trial takes one entry a module.', { operation });
    modules[operation] = edit;
  }
  return { modules, style, history_end };
}
