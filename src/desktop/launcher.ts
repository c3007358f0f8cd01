/** Safelight among the desktop's programs, with its icon (Linux). */
import { copyFile, mkdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { desktopEntry } from './desktop-entry.ts';
import { writeDesktopFile } from './desktop-file.ts';

/** Where the launcher and its icon are installed. The icon has the launcher's name, as panels expect. */
export function launcherFiles(home: string, env: NodeJS.ProcessEnv) {
  const data = env.XDG_DATA_HOME ?? join(home, '.local', 'share');
  return {
    entry: join(data, 'applications', 'safelight.desktop'),
    icon: join(data, 'icons', 'hicolor', 'scalable', 'apps', 'safelight.svg'),
  };
}

const launcherEntry = (command: readonly string[], icon: string) =>
  desktopEntry({
    name: 'Safelight',
    comment: 'Your darktable library in the browser',
    icon,
    exec: command,
    categories: ['Graphics', 'Photography'],
    keywords: ['darktable', 'photo', 'raw', 'gallery'],
    more: { StartupNotify: 'false' },
  });

/** Installs or updates the launcher that runs `command`. `svg` is the icon to install. */
export async function installLauncher(
  command: readonly string[],
  { svg, home, env }: { svg: string; home: string; env: NodeJS.ProcessEnv },
): Promise<void> {
  const files = launcherFiles(home, env);
  await mkdir(dirname(files.icon), { recursive: true });
  await copyFile(svg, files.icon);
  // By path: a name would be looked up in a cache that does not know it yet.
  await writeDesktopFile(files.entry, launcherEntry(command, files.icon));
}

export async function removeLauncher({ home, env }: { home: string; env: NodeJS.ProcessEnv }): Promise<void> {
  const files = launcherFiles(home, env);
  await Promise.all([rm(files.entry, { force: true }), rm(files.icon, { force: true })]);
}
