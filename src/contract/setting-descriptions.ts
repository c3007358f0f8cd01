import { z } from 'zod';
import { settingsShape } from './settings.ts';

/** The description of a setting for forms. */
export const SettingDescription = z
  .object({
    name: z.string(),
    title: z.string(),
    help: z.string(),
    group: z.string(),
    effect: z.enum(['now', 'start']),
    kind: z.enum(['file', 'folder']).nullable(),
    default: z.unknown(),
    schema: z.record(z.string(), z.unknown()).describe('JSON Schema of the value'),
  })
  .meta({ id: 'SettingDescription' });
export type SettingDescription = z.infer<typeof SettingDescription>;
export const SettingsDescription = z
  .object({
    groups: z.array(z.object({ name: z.string(), title: z.string() })),
    items: z.array(SettingDescription),
  })
  .meta({ id: 'SettingsDescription' });

/** All settings for forms and lists, in the order of the shape. */
export function describeSettings(): SettingDescription[] {
  return Object.entries(settingsShape).map(([name, schema]) => {
    const rendered = z.toJSONSchema(schema, { io: 'input' }) as Record<string, unknown>;
    const {
      title,
      description,
      'x-group': group,
      'x-effect': effect,
      'x-kind': kind = null,
      default: byDefault,
      $schema: _dialect,
      ...rest
    } = rendered;
    return SettingDescription.parse({
      name,
      title,
      help: description,
      group,
      effect,
      kind,
      default: byDefault,
      schema: rest,
    });
  });
}
