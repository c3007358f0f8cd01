import { z } from 'zod';

/** Who renders what is asked for, or why nobody does. */
export const RENDERING_STATES = [
  ...(['plugin', 'darktable-cli'] as const),
  ...(['read-only', 'paused', 'plugin-stuck', 'darktable-cli-stuck'] as const),
  ...(['darktable-closed', 'plugin-silent', 'plugin-missing', 'sample'] as const),
  ...(['darktable-missing', 'darktable-cli-missing'] as const),
] as const;
export type RenderingState = (typeof RENDERING_STATES)[number];

export const Rendering = z
  .object({
    state: z
      .enum(RENDERING_STATES)
      .describe(
        'plugin, darktable-cli: it renders. All others say why nothing is rendered at present. plugin-silent: darktable has the library open, and the plugin in it does not answer. sample: darktable itself never opens the sample library',
      ),
    is_rendering: z.boolean().describe('What is asked for now is rendered without anybody doing anything'),
    cli_could: z
      .boolean()
      .describe("darktable-cli is there, and nothing but the setting 'renderer' keeps it from rendering"),
    reason: z.string().nullable().describe('Of what is stuck, for people'),
    message: z.string().describe('The same in a sentence, for people'),
  })
  .meta({ id: 'Rendering' });
export type Rendering = z.infer<typeof Rendering>;
