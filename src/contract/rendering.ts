import { z } from 'zod';

/** Which program renders, or why none does. */
export const RENDERING_STATES = [
  ...(['plugin', 'darktable-cli', 'workers'] as const),
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
        'plugin, darktable-cli: this program renders. workers: those on other machines do. All others say why nothing is rendered. plugin-silent: darktable has the library open, but the plugin does not respond. sample: darktable never opens the sample library',
      ),
    is_rendering: z.boolean().describe('Whether new requests are rendered without any action of the user'),
    cli_could: z
      .boolean()
      .describe('Whether darktable-cli is installed and would render with another `renderer` setting'),
    version: z.string().nullable().describe('Of the darktable that renders; null: none does, or it is not known'),
    reason: z.string().nullable().describe('Why the renderer is stuck, in words for people'),
    message: z.string().describe('The state as a sentence for people'),
  })
  .meta({ id: 'Rendering' });
export type Rendering = z.infer<typeof Rendering>;
