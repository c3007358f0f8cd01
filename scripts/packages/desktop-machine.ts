/** A Debian with a small desktop (Xfce's panel, Chromium), on a screen of this computer: what a photographer would have. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Recipe } from '../chroots/debian-system.ts';
import { type CleanMachine, startMachine } from '../machines/clean-machine.ts';
import { madePackages } from './made-packages.ts';

const DESKTOP = {
  name: 'desktop',
  packages: [
    ...['dbus', 'xfce4-panel', 'xfconf', 'libgarcon-common', 'libgtk-3-bin', 'libayatana-appindicator3-1'],
    ...['adwaita-icon-theme', 'hicolor-icon-theme', 'fonts-dejavu-core', 'desktop-file-utils', 'libglib2.0-bin'],
    ...['xdg-utils', 'chromium', 'weston', 'xz-utils', 'procps'],
  ],
};

export async function startDesktop(suite: Recipe['suite']): Promise<CleanMachine> {
  return startMachine(suite, { packages: madePackages, kind: DESKTOP });
}

/** Xvfb on a free display. Its socket is an abstract one, which has no file: a machine finds it, too. */
export async function startScreen(): Promise<{ display: string; screen: ChildProcess }> {
  const screen = spawn('Xvfb', ['-displayfd', '1', '-screen', '0', '1280x800x24', '-noreset'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [line] = (await once(screen.stdout, 'data')) as [Buffer];
  return { display: `:${line.toString().trim()}`, screen };
}
