import { z } from 'zod';
import { BlendingPatch, EntryBlending } from './blending.ts';
import { namedValues } from './named-values.ts';

/** A field of a module's parameters, described for forms. */
export interface ParamField {
  name: string;
  label: string;
  type: 'number' | 'integer' | 'boolean' | 'enum' | 'text' | 'struct' | 'opaque';
  /** Lengths of an array, outermost first. */
  dimensions?: number[] | undefined;
  min?: number | undefined;
  max?: number | undefined;
  default?: unknown;
  /** Longest text, in bytes of UTF-8. */
  max_bytes?: number | undefined;
  values?: { name: string; value: number; label: string }[] | undefined;
  fields?: ParamField[] | undefined;
}
export const ParamField: z.ZodType<ParamField> = z
  .object({
    name: z.string(),
    label: z.string(),
    type: z.enum(['number', 'integer', 'boolean', 'enum', 'text', 'struct', 'opaque']),
    dimensions: z.array(z.int()).optional().describe('Lengths of an array, outermost first'),
    min: z.number().optional(),
    max: z.number().optional(),
    default: z
      .unknown()
      .optional()
      .describe("darktable's general default; a module may compute another one for an image"),
    max_bytes: z.int().optional().describe('Longest text, in bytes of UTF-8'),
    values: z.array(z.object({ name: z.string(), value: z.int(), label: z.string() })).optional(),
    get fields() {
      return z.array(ParamField).optional();
    },
  })
  .meta({ id: 'ParamField' });

/** An active module of an image: the newest step of an instance in the history. */
export const ModuleEntry = z
  .object({
    operation: z.string().describe("darktable's name, such as exposure"),
    label: z.string().describe('The name shown in darktable'),
    module_version: z.int().describe('Version of the parameters'),
    enabled: z.boolean(),
    num: z.int().describe('Step in the history, from 0'),
    multi_priority: z.int().describe('Number of the instance, 0 for the first'),
    instances: z
      .array(z.int())
      .optional()
      .describe('In a list: the numbers of all instances, in the order of their newest steps'),
    multi_name: z.string().describe('The name that the user gave the instance'),
    params: z
      .record(z.string(), z.unknown())
      .optional()
      .describe('The parameters by name; only for known module versions'),
    params_b64: z.string().describe('The parameters as darktable stores them'),
    params_unavailable: z.string().optional().describe('Why there are no named parameters'),
    blend: EntryBlending.nullable().describe(
      'Blending and masks; null where darktable stored none. Named values only for known versions',
    ),
    fields: z.array(ParamField).optional().describe('Only with `describe=1`'),
  })
  .meta({ id: 'ModuleEntry' });
export type ModuleEntry = z.infer<typeof ModuleEntry>;

export const ModuleList = z.object({ image_id: z.int(), items: z.array(ModuleEntry) }).meta({ id: 'ModuleList' });

export const ModulePatch = z
  .strictObject({
    enabled: z.boolean().optional().describe('If omitted, unchanged'),
    params: namedValues('an object of named fields').optional(),
    params_b64: z
      .string('base64 text')
      .optional()
      .describe('Takes precedence over `params`. Changed fields must stay within their limits, as in `params`'),
    blend: BlendingPatch.optional().describe('Blending: what is omitted stays'),
  })
  .meta({ id: 'ModulePatch' });
export type ModulePatch = z.infer<typeof ModulePatch>;

/** Which instance, and whether to include the field descriptions. */
const flag = z.enum(['1', '0', 'true', 'false'], '1 or 0').transform((word) => word === '1' || word === 'true');
const instance = z
  .string()
  .regex(/^\d{1,9}$/, 'the number of an instance')
  .transform(Number)
  .meta({ override: { type: 'integer', minimum: 0 } });
const describe = flag
  .optional()
  .describe('1: include the descriptions of the fields')
  .meta({ override: { type: 'string', enum: ['1', '0', 'true', 'false'] } });

export const ModuleListQuery = z.strictObject({
  describe,
  instances: flag
    .optional()
    .describe('1: list every instance of every module; otherwise only the instance with the newest step')
    .meta({ override: { type: 'string', enum: ['1', '0', 'true', 'false'] } }),
});
export const ModuleQuery = z.strictObject({
  describe,
  instance: instance.optional().describe('The number of the instance. Default: the instance with the newest step'),
});

const PREVIEWS = ['thumb', 'small', 'medium', 'large', 'xlarge'] as const;
export const ModulePatchQuery = z.strictObject({
  instance: instance.optional().describe('The number of the instance. Default: the instance with the newest step'),
  preview: z
    .enum(['', ...PREVIEWS], PREVIEWS.join(', '))
    .optional()
    .describe('Wait for a preview of this size that shows the edit, and return it'),
});

const EditedState = z.object({
  enabled: z.boolean(),
  params_b64: z.string(),
  blend: z
    .object({ version: z.int(), params_b64: z.string() })
    .optional()
    .describe('Only if the edit changed the blending'),
});

/** One edit that Safelight made. */
export const Edit = z
  .object({
    id: z.int(),
    image_id: z.int(),
    operation: z.string(),
    multi_priority: z.int(),
    num: z.int(),
    module_version: z.int(),
    time: z.int().describe('Unix milliseconds'),
    client: z.string(),
    route: z
      .enum(['direct', 'bridge'])
      .describe('direct: written into the library. bridge: written by a running darktable'),
    undoes: z.int().nullable().describe('The id of the edit that this one undid'),
    before: EditedState,
    after: EditedState,
  })
  .meta({ id: 'Edit' });
export type Edit = z.infer<typeof Edit>;
export const EditList = z
  .object({ items: z.array(Edit), total: z.int(), limit: z.int(), offset: z.int() })
  .meta({ id: 'EditList' });
