import { join } from 'node:path';
import { ordinaryFileBytes } from '../platform/ordinary-file.ts';

/** What darktable's settings say about sidecars. */
export interface SidecarSettings {
  /** Whether darktable writes them for images that it changes. */
  areWritten: boolean;
  /** `omit_tag_hierarchy`: of `places|Rome` only `Rome` becomes a word. */
  isHierarchyOmitted: boolean;
}

/** darktable's settings are in the library's folder. For a library elsewhere no sidecars are written. */
export async function sidecarSettings(configDir: string): Promise<SidecarSettings> {
  const values = await settingsIn(configDir);
  return {
    // Like dt_image_get_xmp_mode (src/common/image.c); TRUE is from before 3.8.
    areWritten: ['on import', 'after edit', 'TRUE'].includes(values.get('write_sidecar_files') ?? ''),
    isHierarchyOmitted: /^true$/i.test(values.get('omit_tag_hierarchy') ?? ''),
  };
}

/** "scene-referred", "display-referred (legacy)", … ("auto-apply pixel workflow defaults"); empty: darktable's own. */
export async function workflowIn(configDir: string): Promise<string> {
  return (await settingsIn(configDir)).get('plugins/darkroom/workflow') ?? '';
}

/** All of them by name; none if the file is missing or cannot be read. */
export async function settingsIn(configDir: string): Promise<Map<string, string>> {
  const text = await ordinaryFileBytes(join(configDir, 'darktablerc')).then(
    (bytes) => bytes.toString('utf8'),
    () => '',
  );
  return new Map(text.split(/\r?\n/).map((line) => [line.replace(/=.*/, ''), line.replace(/^[^=]*=?/, '')]));
}
