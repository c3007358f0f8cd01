import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TrayLook } from './tray-menu.ts';

export type PanelColor = 'dark' | 'light';

const LOOKS: readonly TrayLook[] = ['idle', 'working', 'attention'];

/** The icons in base64, as the program takes them, by look and the color of the panel behind. Throws when a file is missing. */
export function readTrayIcons(
  folder: string,
  platform: NodeJS.Platform,
): (look: TrayLook, panel: PanelColor) => string {
  const read = (panel: PanelColor) =>
    Object.fromEntries(
      LOOKS.map((look) => [look, readFileSync(join(folder, iconFile(look, platform, panel))).toString('base64')]),
    ) as Record<TrayLook, string>;
  const icons = { dark: read('dark'), light: read('light') };
  return (look, panel) => icons[panel][look];
}

/**
 * Linux panels scale a PNG, Windows picks a size from an ICO, macOS colors a template image (black on transparent)
 * itself.
 */
export function iconFile(look: TrayLook, platform: NodeJS.Platform, panel: PanelColor): string {
  if (platform === 'darwin') return `tray-${look}-template.png`;
  return `tray-${look}-${panel}${platform === 'win32' ? '.ico' : '-48.png'}`;
}
