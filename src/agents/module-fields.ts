import { z } from 'zod';
import type { ParamField } from '../contract/modules.ts';
import type { PanelControl } from '../contract/panel.ts';

/** A field of a module, as `params` takes it. */
export const ModuleField = z.object({
  field: z.string().describe('Name in `params`; a point leads into a structure'),
  label: z.string(),
  type: z.string().describe('number, integer, boolean, enum, text; opaque cannot be set'),
  list_lengths: z.array(z.number().int()).optional().describe('It is a list, or lists of lists'),
  min: z.number().optional(),
  max: z.number().optional(),
  usual_min: z.number().optional().describe('What the slider of darktable spans'),
  usual_max: z.number().optional(),
  unit: z.string().optional(),
  shown_factor: z.number().optional().describe('darktable shows the value times this'),
  value: z.string().optional().describe('Of this image, as JSON'),
  default: z.string().optional().describe('Of this image where it is known, else in general, as JSON'),
  choices: z.array(z.string()).optional(),
});
export type ModuleField = z.infer<typeof ModuleField>;

interface Values {
  params?: Readonly<Record<string, unknown>> | undefined;
  defaults?: Readonly<Record<string, unknown>> | undefined;
}

/** Of all fields, those within structures by their paths. */
export function moduleFields(
  fields: readonly ParamField[],
  controls: readonly PanelControl[],
  { params, defaults }: Values,
  path = '',
): ModuleField[] {
  return fields.flatMap((field): ModuleField[] => {
    const name = `${path}${field.name}`;
    const inner = (values: Values['params']) => values?.[field.name] as Values['params'];
    if (field.fields && !field.dimensions)
      return moduleFields(field.fields, controls, { params: inner(params), defaults: inner(defaults) }, `${name}.`);
    const control = controls.find((each) => each.field === name && each.kind === 'slider' && !each.power);
    return [
      {
        field: name,
        label: field.label,
        type: field.type,
        list_lengths: field.dimensions,
        min: field.min ?? control?.hard?.[0],
        max: field.max ?? control?.hard?.[1],
        usual_min: control?.soft?.[0],
        usual_max: control?.soft?.[1],
        unit: control?.unit?.trim(),
        shown_factor: control?.factor,
        value: json(params?.[field.name]),
        default: json(defaults?.[field.name] ?? field.default),
        choices: field.values?.map((each) => each.name),
      },
    ];
  });
}

const json = (value: unknown) => (value === undefined ? undefined : JSON.stringify(value));

/** Without an image: what darktable's panel has controls for. */
export const controlFields = (controls: readonly PanelControl[]): ModuleField[] =>
  controls.flatMap(({ field, label = '', kind, hard, soft, unit, factor, options, default: usual }) =>
    field === undefined
      ? []
      : [
          {
            field,
            label,
            type: kind === 'combobox' ? 'enum' : kind === 'toggle' ? 'boolean' : 'number',
            min: hard?.[0],
            max: hard?.[1],
            usual_min: soft?.[0],
            usual_max: soft?.[1],
            unit: unit?.trim(),
            shown_factor: factor,
            default: json(usual),
            choices: options?.map((option) => option.label),
          },
        ],
  );
