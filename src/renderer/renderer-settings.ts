import type { PreviewLevel } from '../contract/preview.ts';
import type { Heartbeat } from '../darktable/bridge-heartbeat.ts';

/** The rendering settings. */
export interface RendererSettings {
  /** `bridge`: never us. `darktable-cli`: always us. `auto`: us while the plugin does not respond, or cannot render. */
  renderer: 'auto' | 'bridge' | 'darktable-cli';
  queuesPaused: boolean;
  previewLevels: readonly PreviewLevel[];
  previewQuality: number;
  exportQuality: number;
}

/** The setting as it is to be followed now. */
export const rendererNow = (
  setting: RendererSettings['renderer'],
  heartbeat: Pick<Heartbeat, 'cannotRender'> | null,
): RendererSettings['renderer'] =>
  setting === 'auto' && typeof heartbeat?.cannotRender === 'string' ? 'darktable-cli' : setting;
