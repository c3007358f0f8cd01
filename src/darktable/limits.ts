import { z } from 'zod';

/** First and last version that something is about; left out: every version that has the field. */
const Versions = z.tuple([z.int(), z.int()]).optional();

/** What the value of a field may be where darktable's annotations do not say it, or say it wrongly. */
const FieldLimit = z.strictObject({
  /** Paths without numbers, such as `tonecurve.x`: what is said goes for every element. */
  fields: z.array(z.string()),
  versions: Versions,
  min: z.number().optional(),
  max: z.number().optional(),
  /** The only values there are, where not all from min to max are. */
  allowed: z.array(z.number()).optional(),
  /** darktable itself stores numbers here that are not finite. */
  mayBeNaN: z.boolean().optional(),
  /** It cannot be changed: no value but the stored one is known to be good. */
  fixed: z.boolean().optional(),
  /** Where in darktable's source this comes from, or what happened to whom. */
  why: z.string(),
});

const Shared = z.strictObject({ versions: Versions, why: z.string() });

/** What several values have to be together. */
export const Rule = z.discriminatedUnion('rule', [
  /** Each row of a list ascends, as far as the counter beside it says that it is in use. */
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
  /** Values that do no harm by themselves do not get too large together: a sum of their sizes, by weight, each no more than `most`. */
  Shared.extend({
    rule: z.literal('sum'),
    field: z.string(),
    parts: z.array(z.strictObject({ field: z.string(), weight: z.number(), most: z.number().optional() })),
    max: z.number(),
  }),
  /** A value is below another one, by at least so much. */
  Shared.extend({ rule: z.literal('below'), field: z.string(), other: z.string(), by: z.number() }),
]);
export type Rule = z.infer<typeof Rule>;

/** A file of assets/limits: kept by hand, beside the layouts, which are made from darktable's tables. */
export const ModuleLimits = z.strictObject({
  fields: z.array(FieldLimit).default([]),
  rules: z.array(Rule).default([]),
});
export type ModuleLimits = z.infer<typeof ModuleLimits>;
