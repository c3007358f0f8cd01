import type { ModuleDefaults } from '../contract/module-defaults.ts';
import { blendingOf, maskShape } from '../darktable/blending.ts';
import { layoutOf } from '../darktable/layouts.ts';
import { panelRelease } from '../darktable/panels.ts';
import { decodeParams } from '../darktable/params-decode.ts';
import type { HistoryRow } from '../library/history.ts';
import type { Library } from '../library/library.ts';
import type { Asker } from '../renderer/resident/requests.ts';
import type { ResidentRenderer } from '../renderer/resident/resident-renderer.ts';
import { generalDefaults } from '../changes/rules/general-defaults.ts';
import { type NoiseOf, profiledValuesOf } from '../changes/modules/noise-profile.ts';

type Told = Pick<ModuleDefaults, 'source' | 'why_none' | 'params_b64' | 'blend'>;

/**
 * The defaults of a module of an image, in the version of its step: those of the resident darktable; without it those that hold for every
 * picture.
 */
export async function moduleDefaults(
  options: {
    library: Pick<Library, 'read' | 'pictureFile'>;
    resident: Pick<ResidentRenderer, 'render'>;
    noiseOf?: NoiseOf | undefined;
    asker: Asker;
  },
  imageId: number,
  { operation, module: version, priority }: HistoryRow,
): Promise<ModuleDefaults> {
  const told = await toldDefaults(options, imageId, { operation, version, priority });
  const layout = layoutOf(operation, version);
  const bytes = told.params_b64 === undefined ? null : Buffer.from(told.params_b64, 'base64');
  return {
    image_id: imageId,
    operation,
    module_version: version,
    multi_priority: priority,
    ...told,
    ...(layout && bytes ? { params: decodeParams(layout, bytes) } : {}),
  };
}

async function toldDefaults(
  options: Parameters<typeof moduleDefaults>[0],
  imageId: number,
  { operation, version, priority }: { operation: string; version: number; priority: number },
): Promise<Told> {
  const answer = await profiledValuesOf(options, imageId, operation);
  const value = 'values' in answer ? answer.values.find(({ instance }) => instance === priority) : undefined;
  if (value?.version === version && value.defaultParams !== null) {
    const { defaultParams, defaultBlendParams, blendVersion } = value;
    const blendParams = Buffer.from(defaultBlendParams, 'base64');
    const entry = { operation, blendParams, blendVersion };
    const blending = blendingOf(entry);
    return { source: 'darktable', params_b64: defaultParams, blend: blending && { ...blending, ...maskShape(entry) } };
  }
  const why = () => {
    if ('why' in answer) return answer.why;
    if (!value) return 'this darktable does not have the module';
    if (value.version !== version) return `this darktable has version ${value.version} of the module, not ${version}`;
    return 'the noise profiles of darktable were not found';
  };
  const release = await options.library.read((reader) => panelRelease(reader.schema.version));
  const general = generalDefaults(operation, release);
  if (general?.version !== version) return { source: null, why_none: why() };
  return { source: 'general', why_none: why(), params_b64: Buffer.from(general.params).toString('base64') };
}
