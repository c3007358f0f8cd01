import { z } from 'zod';
import type { ImageHistory } from '../../contract/history.ts';
import type { ModuleDefaults } from '../../contract/module-defaults.ts';
import type { ModuleEntry } from '../../contract/modules.ts';
import { nearest } from '../../contract/nearest.ts';
import type { ModulePanel, Panel, PanelModule } from '../../contract/panel.ts';
import { LONGEST_TEXT } from '../answers.ts';
import { ApiError, type Api } from '../api.ts';
import { controlFields, ModuleField, moduleFields } from '../module-fields.ts';
import { Refusal } from '../refusal.ts';
import { tool } from '../tool.ts';

export const describeModule = tool({
  name: 'safelight_describe_module',
  title: 'Describe a module',
  description:
    'The fields of a develop module of darktable, such as exposure: units, ranges, choices, and with image_id the values and defaults of that image. Read it before you edit a module. Without `operation`: all modules. A module that the image does not have yet is described in general.',
  input: z.strictObject({
    operation: z.string().max(100).optional().describe("darktable's name, such as exposure or colorbalancergb"),
    image_id: z.number().int().min(1).max(2_147_483_647).optional(),
    instance: z.number().int().min(0).max(1_000).optional().describe('Default: the one with the newest step'),
  }),
  output: z.object({
    summary: z.string(),
    operation: z.string().optional(),
    name: z.string().optional().describe('As darktable shows it'),
    module_version: z.number().int().optional(),
    image_id: z.number().int().optional(),
    is_in_history: z.boolean().optional(),
    enabled: z.boolean().optional(),
    instance: z.number().int().optional(),
    instances: z.array(z.number().int()).optional(),
    defaults: z.string().optional().describe('darktable: told for this picture. general: the same for all pictures'),
    fields: z.array(ModuleField).optional(),
    fields_left_out: z.number().int().optional().describe('Too many for an answer'),
    is_single_instance: z.boolean().optional(),
    can_blend: z.boolean().optional(),
    modules: z.array(z.object({ operation: z.string(), name: z.string(), groups: z.array(z.string()) })).optional(),
  }),
  scopes: ['images:read'],
  kind: 'reads',
  async run({ operation, image_id, instance }, { api }) {
    const { modules } = await api.json<Panel>({ path: '/panel' });
    if (operation === undefined)
      return {
        summary: 'All modules, in the order of the pixel pipe.',
        data: {
          modules: modules
            .filter((each) => !each.deprecated && !each.never_shown)
            .map((each) => ({ operation: each.operation, name: each.name, groups: each.groups })),
        },
      };
    const module = modules.find((each) => each.operation === operation);
    if (!module)
      throw new Refusal('There is no such module in this darktable.', {
        operation,
        nearest: nearest(
          operation,
          modules.flatMap((each) => [each.operation]),
        ),
      });
    const described = image_id === undefined ? null : await ofImage(api, image_id, operation, instance);
    if (image_id !== undefined && described === null && instance !== undefined)
      throw new Refusal('The image has no such instance of this module.', { operation, instance });
    const facts = described ?? (await inGeneral(api, module, image_id));
    const { fields, fields_left_out } = shortened(facts.fields);
    return {
      summary: described
        ? 'The module as this image has it.'
        : image_id === undefined
          ? 'The module in general.'
          : 'This image does not have the module yet: it is described in general.',
      data: {
        operation,
        name: module.name,
        ...facts,
        fields,
        fields_left_out,
        is_single_instance: module.single_instance,
        can_blend: module.blending !== undefined && !module.no_masks,
      },
    };
  },
});

const panelOf = (api: Api, operation: string, version: number) =>
  orNothing(api.json<ModulePanel>({ path: `/panel/modules/${operation}/${version}` }));

/** null: the image has it not. */
async function ofImage(api: Api, imageId: number, operation: string, instance: number | undefined) {
  const path = `/images/${imageId}/modules/${operation}`;
  // Whether there is such an image is told by its history.
  const [, entry] = await Promise.all([
    api.json<ImageHistory>({ path: `/images/${imageId}/history` }),
    orNothing(api.json<ModuleEntry>({ path, query: { describe: 1, instance } })),
  ]);
  if (entry === null) return null;
  const [panel, defaults] = await Promise.all([
    panelOf(api, operation, entry.module_version),
    orNothing(api.json<ModuleDefaults>({ path: `${path}/defaults`, query: { instance } })),
  ]);
  return {
    module_version: entry.module_version,
    image_id: imageId,
    is_in_history: true,
    enabled: entry.enabled,
    instance: entry.multi_priority,
    instances: entry.instances,
    defaults: defaults?.source ?? undefined,
    fields: moduleFields(entry.fields ?? [], panel?.controls ?? [], {
      params: entry.params,
      defaults: defaults?.params,
    }),
  };
}

async function inGeneral(api: Api, { operation, versions }: PanelModule, imageId: number | undefined) {
  const version = versions.at(-1);
  const panel = version === undefined ? null : await panelOf(api, operation, version);
  return {
    module_version: version,
    image_id: imageId,
    is_in_history: imageId === undefined ? undefined : false,
    fields: controlFields(panel?.controls ?? []),
  };
}

async function orNothing<Found>(asked: Promise<Found>): Promise<Found | null> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof ApiError && error.status < 500) return null;
    throw error;
  }
}

/** Some modules have hundreds of fields. */
function shortened(fields: readonly ModuleField[]) {
  let length = 0;
  const kept = fields.filter((field) => (length += JSON.stringify(field).length) < LONGEST_TEXT - 8_000);
  const left = fields.length - kept.length;
  return { fields: kept, fields_left_out: left > 0 ? left : undefined };
}
