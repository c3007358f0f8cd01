import { defaultParams } from '../../darktable/default-params.ts';
import { layoutOf, moduleLayouts } from '../../darktable/layouts.ts';
import { factsOfRelease } from '../../darktable/release-facts.ts';
import { modulePanel } from '../../darktable/panels.ts';
import type { StepValues } from './history-additions.ts';

/** Modules whose real defaults are not those of the layouts (texts, digits, a choice), as measured in 4.2.1 and 5.4.1. */
const DIFFERENT = ['borders', 'grain', 'shadhi', 'toneequal'];

/**
 * The defaults of a module that are the same for every picture and every instance, switched on. null: the module works them out, or they
 * are not known for certain. Blending is left to darktable, which takes its own defaults where none is stored.
 */
export function generalDefaults(operation: string, release: string): StepValues | null {
  if (DIFFERENT.includes(operation)) return null;
  const layouts = moduleLayouts(operation);
  const version = factsOfRelease(release)?.modules[operation]?.version;
  const layout = version === undefined ? null : layoutOf(operation, version);
  if (!layouts || version === undefined || !layout) return null;
  const panel = modulePanel(operation, version, release);
  // Measured in the darkroom: they depend on the picture, the workflow or the preferences.
  if (panel?.controls.some((control) => control.default_needs !== undefined) !== false) return null;
  const { blob } = defaultParams(layouts, layout, {});
  return blob && { version, params: blob, enabled: true, blendVersion: 0, blendParams: null };
}
