/**
 * Makes the README's picture of the tray: a real panel (xfce4-panel) on its own screen, with the tray's menu opened by
 * a real click. Installs the panel and its tools if missing (Debian or Ubuntu, as root).
 */
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import sharp from 'sharp';
import { ENGLISH } from '../../../src/desktop/desktop-words.ts';
import { createLog } from '../../../src/platform/log.ts';
import { assetsDir, version } from '../../../src/platform/package-files.ts';
import { startDesktopSession } from '../../../src/testing/desktop-session.ts';
import type { TrayState } from '../../../src/tray/tray-menu.ts';
import { openTray } from '../../../src/tray/tray.ts';
import { installSystemPackages } from '../../test/system-packages.ts';

const PANEL = `<?xml version="1.0" encoding="UTF-8"?>
<channel name="xfce4-panel" version="1.0">
  <property name="configver" type="int" value="2"/>
  <property name="panels" type="array">
    <value type="int" value="1"/>
    <property name="dark-mode" type="bool" value="true"/>
    <property name="panel-1" type="empty">
      <property name="position" type="string" value="p=6;x=0;y=0"/>
      <property name="length" type="uint" value="100"/>
      <property name="position-locked" type="bool" value="true"/>
      <property name="size" type="uint" value="30"/>
      <property name="icon-size" type="uint" value="22"/>
      <property name="plugin-ids" type="array">
        <value type="int" value="1"/>
        <value type="int" value="2"/>
        <value type="int" value="3"/>
      </property>
    </property>
  </property>
  <property name="plugins" type="empty">
    <property name="plugin-1" type="string" value="separator">
      <property name="expand" type="bool" value="true"/>
      <property name="style" type="uint" value="0"/>
    </property>
    <property name="plugin-2" type="string" value="systray">
      <property name="square-icons" type="bool" value="true"/>
      <property name="icon-size" type="int" value="22"/>
    </property>
    <property name="plugin-3" type="string" value="clock">
      <property name="digital-format" type="string" value="%H:%M"/>
      <property name="digital-time-format" type="string" value="%H:%M"/>
      <property name="digital-layout" type="uint" value="3"/>
    </property>
  </property>
</channel>
`;
const GTK = `[Settings]
gtk-font-name=DejaVu Sans 10
gtk-theme-name=Adwaita
gtk-application-prefer-dark-theme=true
gtk-icon-theme-name=Adwaita
`;

const PICTURE = ['sample', 'photos', '2021-06 Lakes and birds', 'DSC_2288.jpg'];

const state: TrayState = {
  version,
  url: 'http://127.0.0.1:4380',
  darktable: { state: 'working', version: '5.4.1', job: { kind: 'export', filename: 'IMG_0042.CR3' } },
  queues: { refresh: 4, export: 12 },
  machines: null,
  paused: false,
  libraryProblem: null,
  indexing: null,
  attention: null,
  asking: null,
  agentAsking: null,
  update: null,
  clients: [
    { id: 'phone', name: "Anna's phone", enabled: true },
    { id: 'frame', name: 'Picture frame', enabled: true },
    { id: 'script', name: 'Backup script', enabled: false },
  ],
  recentExports: ['IMG_0041.jpg', 'IMG_0040.jpg', 'DSC_1207.jpg'].map((filename) => ({ filename, file: filename })),
  settings: { readOnly: false, autostart: true, lan: false, https: false },
};

/** One of the sample library's pictures, out of focus, so that the eye goes to the menu. */
async function wallpaper(): Promise<string> {
  const file = join(folder, 'wallpaper.png');
  await sharp(join(assetsDir, ...PICTURE))
    .resize(1024, 768)
    .blur(2)
    .modulate({ brightness: 0.75 })
    .toFile(file);
  return file;
}

const missing = await installSystemPackages({
  Xvfb: 'xvfb',
  'dbus-daemon': 'dbus',
  'xfce4-panel': 'xfce4-panel',
  openbox: 'openbox',
  xdotool: 'xdotool',
  import: 'imagemagick',
  display: 'imagemagick',
});
if (missing !== null) throw new Error(missing);

const folder = await mkdtemp(join(tmpdir(), 'safelight-screenshot-'));
const session = await startDesktopSession({ screen: '1024x768x24' });
const children: ChildProcess[] = [];
try {
  const config = join(folder, 'config');
  const channels = join(config, 'xfce4', 'xfconf', 'xfce-perchannel-xml');
  await mkdir(channels, { recursive: true });
  await mkdir(join(config, 'gtk-3.0'), { recursive: true });
  await writeFile(join(channels, 'xfce4-panel.xml'), PANEL);
  await writeFile(join(config, 'gtk-3.0', 'settings.ini'), GTK);
  const env = { ...session.env, HOME: folder, XDG_CONFIG_HOME: config, XDG_RUNTIME_DIR: folder, TZ: 'UTC' };
  const start = (command: string, ...args: string[]) => {
    children.push(spawn(command, args, { env, stdio: 'ignore' }));
  };
  const run = (command: string, ...args: string[]) =>
    execFileSync(command, args, { env, stdio: ['ignore', 'pipe', 'ignore'] });

  for (const daemon of globSync('/usr/lib/*/xfce4/xfconf/xfconfd')) start(daemon);
  start('openbox');
  await sleep(700);
  // It paints, but still exits with 1.
  spawnSync('display', ['-window', 'root', await wallpaper()], { env });
  start('xfce4-panel', '--disable-wm-check');
  const tray = openTray({
    words: ENGLISH,
    state,
    actions: () => undefined,
    log: createLog('info'),
    folder: join(folder, 'tray'),
    iconDir: join(assetsDir, 'icons'),
    env,
  });
  const deadline = Date.now() + 20_000;
  while (!tray.status().shown) {
    if (Date.now() > deadline) throw new Error('The panel does not show the tray');
    await sleep(100);
  }
  await sleep(2_000);

  const pointAt = (x: number, y: number, ...more: string[]) => {
    run('xdotool', 'mousemove', `${x}`, `${y}`, ...more);
  };
  pointAt(973, 15, 'click', '1');
  await sleep(700);
  // Settings opens next to the menu once the pointer has entered its row from the one above.
  pointAt(760, 148);
  await sleep(200);
  pointAt(760, 174);
  await sleep(200);
  pointAt(765, 175);
  await sleep(1_000);
  const shot = join(folder, 'screen.png');
  run('import', '-window', 'root', shot);
  const file = process.argv[2] ?? join(import.meta.dirname, '../../..', 'docs', 'images', 'tray.png');
  await mkdir(dirname(file), { recursive: true });
  const { size } = await sharp(shot)
    .extract({ left: 1024 - 660, top: 0, width: 660, height: 372 })
    .png({ palette: true, quality: 90, effort: 10 })
    .toFile(file);
  console.log(`${file}: ${Math.round(size / 1024)} kB`);
  await tray.close();
} finally {
  for (const child of children) child.kill();
  await session.stop();
  await rm(folder, { recursive: true, force: true, maxRetries: 3 });
}
