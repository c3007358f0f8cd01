import { z } from 'zod';

/** First and last version that this applies to; left out: every version that has the field. */
const Versions = z.tuple([z.int(), z.int()]).optional();

/** The allowed values of a field where darktable's annotations lack them or are wrong. */
const FieldLimit = z.strictObject({
  /** Paths without indices, such as `tonecurve.x`: the limit applies to every element. */
  fields: z.array(z.string()),
  versions: Versions,
  min: z.number().optional(),
  max: z.number().optional(),
  /** The only allowed values, where min to max is not enough. */
  allowed: z.array(z.number()).optional(),
  /** darktable itself stores non-finite numbers here. */
  mayBeNaN: z.boolean().optional(),
  /** Cannot be changed: only the stored value is known to be good. */
  fixed: z.boolean().optional(),
  /** Where in darktable's source this comes from, or what went wrong and where. */
  why: z.string(),
});

const Shared = z.strictObject({ versions: Versions, why: z.string() });

/** A condition between several values. */
export const Rule = z.discriminatedUnion('rule', [
  /** Each row of a list ascends, up to the number of used elements that its counter gives. */
  Shared.extend({
    rule: z.literal('ascending'),
    field: z.string(),
    used: z.string().optional(),
    rows: z.int().default(1),
  }),
  /** One element of a list has narrower limits than the others. */
  Shared.extend({ rule: z.literal('element'), field: z.string(), index: z.int(), min: z.number() }),
  /** While other fields have these values, a field has narrower limits. */
  Shared.extend({
    rule: z.literal('while'),
    when: z.record(z.string(), z.array(z.number())),
    field: z.string(),
    min: z.number().optional(),
    max: z.number().optional(),
    allowed: z.array(z.number()).optional(),
  }),
  /**
   * Values that are harmless alone must not be too large together: the weighted sum of their magnitudes is limited, and
   * each of them to `most`.
   */
  Shared.extend({
    rule: z.literal('sum'),
    field: z.string(),
    parts: z.array(z.strictObject({ field: z.string(), weight: z.number(), most: z.number().optional() })),
    max: z.number(),
  }),
  /** A value is below another one by at least this much; always, or while other fields have these values. */
  Shared.extend({
    rule: z.literal('below'),
    when: z.record(z.string(), z.array(z.number())).default({}),
    field: z.string(),
    other: z.string(),
    by: z.number(),
  }),
]);
export type Rule = z.infer<typeof Rule>;

/** A file in assets/limits: maintained by hand, next to the layouts, which are generated from darktable's tables. */
export const ModuleLimits = z.strictObject({
  fields: z.array(FieldLimit).default([]),
  rules: z.array(Rule).default([]),
});
export type ModuleLimits = z.infer<typeof ModuleLimits>;
