import { readRegistryValue } from './autostart.ts';
import { runTool, type Tool, type ToolResult } from './run-tool.ts';

export const taskbarQuery: Tool = {
  command: 'reg.exe',
  args: [
    'query',
    'HKCU\\Software\\Microsoft\\Windows\\CurrentVersion\\Themes\\Personalize',
    '/v',
    'SystemUsesLightTheme',
  ],
};

/** Whether the Windows taskbar is light or dark. It is dark where the registry has no value. */
export function taskbarColour(result: ToolResult): 'light' | 'dark' {
  if (result.status !== 'ended' || result.code !== 0) return 'dark';
  return readRegistryValue(result.stdout, 'SystemUsesLightTheme')?.data === '0x1' ? 'light' : 'dark';
}

/**
 * The panel color for a tray icon, where the platform has to be asked; undefined where the tray finds out by itself.
 */
export async function panelColour(
  env: NodeJS.ProcessEnv,
  platform: NodeJS.Platform = process.platform,
): Promise<'light' | 'dark' | undefined> {
  if (platform !== 'win32') return undefined;
  return taskbarColour(await runTool(taskbarQuery, { env, timeoutMs: 5_000 }));
}
