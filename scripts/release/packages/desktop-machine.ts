/** A Debian with a small desktop (Xfce's panel, Chromium), on a screen of this computer: what a photographer would have. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Recipe } from '../../test/chroots/debian-system.ts';
import { type CleanMachine, startMachine } from '../../test/machines/clean-machine.ts';
import { madePackages } from './made-packages.ts';

const DESKTOP = {
  name: 'desktop',
  packages: [
    'dbus',
    'xfce4-panel',
    'xfconf',
    'libgarcon-common',
    'libgtk-3-bin',
    'libayatana-appindicator3-1',
    'adwaita-icon-theme',
    'hicolor-icon-theme',
    'fonts-dejavu-core',
    'desktop-file-utils',
    'libglib2.0-bin',
    'xdg-utils',
    'chromium',
    'weston',
    'xz-utils',
    'procps',
  ],
};

/** Along the top: a menu of the programs, and at the right end the icons of the tray. */
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
    <property name="plugin-1" type="string" value="applicationsmenu"/>
    <property name="plugin-2" type="string" value="separator">
      <property name="expand" type="bool" value="true"/>
      <property name="style" type="uint" value="0"/>
    </property>
    <property name="plugin-3" type="string" value="systray">
      <property name="square-icons" type="bool" value="true"/>
      <property name="icon-size" type="int" value="22"/>
    </property>
  </property>
</channel>
`;
const GTK = `[Settings]
gtk-icon-theme-name=Adwaita
gtk-font-name=DejaVu Sans 10
gtk-menu-images=1
`;
export const SCREEN = { width: 1280, height: 800 };
/** Where the panel shows the only icon. */
export const ICON = { x: SCREEN.width - 15, y: 15 };
const BUS = 'unix:path=/tmp/ana-bus';

export type Desktop = CleanMachine & {
  display: string;
  /** Runs a command in ana's session: she sees what it shows. */
  inSession(command: string): ReturnType<CleanMachine['run']>;
  /** What is on the screen, as a PNG. */
  picture(): Buffer;
  /** What a hand would do, in the words of xdotool. */
  hand(...words: string[]): void;
};

/** ana is logged in; `panel: false`: to a desktop that shows no icons. */
export async function startDesktop(suite: Recipe['suite'], { panel = true } = {}): Promise<Desktop> {
  const { display, screen } = await startScreen();
  const machine = await startMachine(suite, { packages: madePackages, kind: DESKTOP });
  const session = `export DISPLAY=${display} DBUS_SESSION_BUS_ADDRESS=${BUS} NO_AT_BRIDGE=1 GTK_A11Y=none LANG=C.UTF-8`;
  const inSession = (command: string) => machine.run(`${session}; ${command}`);
  await machine.run(`dbus-daemon --session --fork --nopidfile --address=${BUS}`);
  if (panel) {
    const folder = '.config/xfce4/xfconf/xfce-perchannel-xml';
    await machine.run(`mkdir -p ${folder} && cat >${folder}/xfce4-panel.xml <<'END'\n${PANEL}END`);
    await machine.run(`mkdir -p .config/gtk-3.0 && cat >.config/gtk-3.0/settings.ini <<'END'\n${GTK}END`);
    // It goes on while the machine does.
    machine.start(`${session}; exec xfce4-panel --disable-wm-check`);
    await inSession(untilHeard('NameHasOwner org.kde.StatusNotifierWatcher', 'true'));
  }
  const onScreen = { env: { ...process.env, DISPLAY: display }, maxBuffer: 100_000_000 };
  return {
    ...machine,
    display,
    inSession,
    picture: () => execFileSync('import', ['-window', 'root', 'png:-'], onScreen),
    hand: (...words) => void execFileSync('xdotool', words, onScreen),
    async [Symbol.asyncDispose]() {
      await machine[Symbol.asyncDispose]();
      screen.kill();
    },
  };
}

/** Asks the bus until it answers so, a minute at most. */
function untilHeard(question: string, answer: string): string {
  const [method, name] = question.split(' ');
  const ask = `gdbus call --session --dest org.freedesktop.DBus --object-path / --method org.freedesktop.DBus.${method} ${name}`;
  return `for try in $(seq 120); do ${ask} | grep -q ${answer} && exit 0; sleep 0.5; done; exit 1`;
}

/** Xvfb on a free display. Its socket is an abstract one, which has no file: a machine finds it, too. */
export async function startScreen(): Promise<{ display: string; screen: ChildProcess }> {
  const size = `${SCREEN.width}x${SCREEN.height}x24`;
  const screen = spawn('Xvfb', ['-displayfd', '1', '-screen', '0', size, '-noreset'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [line] = (await once(screen.stdout, 'data')) as [Buffer];
  return { display: `:${line.toString().trim()}`, screen };
}
