import type { PreviewLevel } from '../contract/preview.ts';

/** The rendering settings. */
export interface RendererSettings {
  /** `bridge`: never us. `darktable-cli`: always us. `auto`: us while the plugin does not respond. */
  renderer: 'auto' | 'bridge' | 'darktable-cli';
  queuesPaused: boolean;
  previewLevels: readonly PreviewLevel[];
  previewQuality: number;
  exportQuality: number;
}
