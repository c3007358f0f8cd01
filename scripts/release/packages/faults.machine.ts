/** What can be wrong with a computer that a package comes to: said in a line, and nothing is lost. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { installSystemPackages } from '../../test/system-packages.ts';
import { type Desktop, startDesktop } from './desktop-machine.ts';
import { debName, programName } from './made-packages.ts';
import { expectLibrary, startSafelight } from './served-library.ts';
import { asRoot } from './system-files.ts';
import { ownTarget } from './targets.ts';

const deb = `/packages/${debName(ownTarget.debian)}`;
const install = `apt-get install -y -qq --no-install-recommends`;
const program = '/usr/lib/safelight';

let desktop: Desktop;
beforeAll(async () => {
  expect(await installSystemPackages({ Xvfb: 'xvfb' })).toBeNull();
  desktop = await startDesktop('trixie', { panel: false });
});
afterAll(() => desktop[Symbol.asyncDispose]());

/** What it says within some time, and whether it serves; `set` comes before it. */
async function saysFor(seconds: number, set: string): Promise<{ serves: boolean; ofTray: string[]; lines: string[] }> {
  const { stdout } = await desktop.run(`timeout ${seconds} env ${set} safelight --port 0 2>&1`);
  const lines = stdout.trim().split('\n');
  return {
    serves: stdout.includes('Safelight is listening on http'),
    ofTray: lines.filter((line) => /tray/i.test(line)),
    lines,
  };
}

describe('a disk that is full', () => {
  test('during the installation: nothing half stays, and it works once there is room', async () => {
    await asRoot(desktop, `mkdir -p ${program} && mount -t tmpfs -o size=60m full ${program}`);
    const failed = await desktop.runAsRoot(`DEBIAN_FRONTEND=noninteractive ${install} ${deb}`);
    expect(failed.code).not.toBe(0);
    expect(failed.stdout + failed.stderr).toContain('No space left on device');
    await asRoot(desktop, `umount ${program}`);
    await asRoot(desktop, `${install} ${deb}`);
    expect(await asRoot(desktop, 'dpkg --verify safelight')).toBe('');
    expect((await desktop.run('safelight --version')).code).toBe(0);
  });

  test('during an upgrade: the version before goes on', async () => {
    // Room for the one that is there, and for half of another.
    await asRoot(
      desktop,
      `cp -a ${program} /root/kept && mount -t tmpfs -o size=300m full ${program} && cp -a /root/kept/. ${program}`,
    );
    const failed = await desktop.runAsRoot(`DEBIAN_FRONTEND=noninteractive ${install} --reinstall ${deb}`);
    expect(failed.stdout + failed.stderr).toContain('No space left on device');
    const { stdout } = await desktop.run('safelight --version');
    expect(stdout).toMatch(/^\d+\.\d+\.\d+ \(/);
    const safelight = await startSafelight(desktop, 'safelight serve');
    await expectLibrary(desktop, safelight.url, 'safelight');
    expect(await safelight.end()).toBe(0);
    await asRoot(desktop, `umount ${program} && rm -r /root/kept && ${install} --reinstall ${deb}`);
    expect(await asRoot(desktop, 'dpkg --verify safelight')).toBe('');
  });
});

describe('a desktop that lacks something: one line says so, and Safelight serves', () => {
  test('no D-Bus', async () => {
    const { serves, ofTray } = await saysFor(20, `-u DBUS_SESSION_BUS_ADDRESS DISPLAY=${desktop.display}`);
    expect({ serves, ofTray }).toEqual({ serves: true, ofTray: [expect.stringContaining('D-Bus')] });
  });

  test('no panel', async () => {
    const set = `DISPLAY=${desktop.display} DBUS_SESSION_BUS_ADDRESS=unix:path=/tmp/ana-bus`;
    const { serves, ofTray } = await saysFor(45, set);
    expect({ serves, ofTray }).toEqual({ serves: true, ofTray: [expect.stringContaining('shows tray icons')] });
  });

  test('Wayland without XWayland', async () => {
    await desktop.run('mkdir -p -m 700 /tmp/ana-run');
    desktop.start('XDG_RUNTIME_DIR=/tmp/ana-run exec weston --backend=headless --socket=wayland-7');
    await expect.poll(async () => (await desktop.run('test -S /tmp/ana-run/wayland-7')).code).toBe(0);
    const bus = 'DBUS_SESSION_BUS_ADDRESS=unix:path=/tmp/ana-bus';
    const set = `-u DISPLAY WAYLAND_DISPLAY=wayland-7 XDG_RUNTIME_DIR=/tmp/ana-run ${bus}`;
    const { serves, ofTray } = await saysFor(45, set);
    expect({ serves, ofTray }).toEqual({ serves: true, ofTray: [expect.stringContaining('shows tray icons')] });
  });

  test('a locale that does not exist', async () => {
    const { serves, lines } = await saysFor(15, 'LC_ALL=xx_YY.UTF-8 LANG=xx_YY.UTF-8');
    expect(serves).toBe(true);
    expect(lines.filter((line) => /locale/i.test(line))).toEqual([]);
  });
});

describe('a home folder', () => {
  test('on a mount that runs no programs: everything works', async () => {
    await desktop.run('rm -r .local/share/safelight');
    await asRoot(desktop, 'mount --bind /home /home && mount -o remount,bind,noexec /home');
    const safelight = await startSafelight(desktop, 'safelight serve');
    await expectLibrary(desktop, safelight.url, 'safelight');
    expect(await safelight.end()).toBe(0);
    await asRoot(desktop, 'umount /home');
  });

  test('on a mount that cannot be written: one line, and the end', async () => {
    await asRoot(desktop, 'mount --bind /home /home && mount -o remount,bind,ro /home');
    const { code, stdout, stderr } = await desktop.run('safelight serve --port 0');
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(/^[^\n]*\/home\/ana\/\.local\/share\/safelight[^\n]*\n$/);
    await asRoot(desktop, 'umount /home');
  });
});

describe('another Safelight', () => {
  test('a checkout that runs on the same data goes on; the package opens its gallery, and later takes its data over', async () => {
    await desktop.run(`cp -a ${program} checkout && rm checkout/install-kind`);
    const checkout = await startSafelight(desktop, './checkout/bin/node checkout/dist/main.js serve');
    const added = await desktop.run('./checkout/bin/node checkout/dist/main.js clients add --id frame --json');
    expect(added.stdout).toContain('client_secret');
    const second = await desktop.run('safelight 2>&1');
    expect(second.code).toBe(0);
    expect(second.stdout).toContain(`Safelight is already running: ${checkout.url}`);
    expect((await fetch(`${checkout.url}/health`)).status).toBe(200);
    expect(await checkout.end()).toBe(0);

    const safelight = await startSafelight(desktop, 'safelight serve');
    expect((await desktop.run('safelight clients list')).stdout).toContain('frame');
    expect(await safelight.end()).toBe(0);
  });

  test('two versions serve at once, each with its own data; a port that is taken is named', async () => {
    await desktop.run(`tar -xzf /packages/${programName(ownTarget)}.tar.gz`);
    const one = await startSafelight(desktop, 'safelight serve');
    const two = await startSafelight(desktop, `./${programName(ownTarget)}/safelight serve --data-dir other`);
    for (const { url } of [one, two]) expect((await fetch(`${url}/health`)).status).toBe(200);
    const { port } = new URL(one.url);
    const taken = await desktop.run(`safelight serve --data-dir third --port ${port}`);
    expect(taken.code).toBe(1);
    expect(taken.stderr).toMatch(new RegExp(`^error: Port ${port} is taken by .+\\. Choose another .+\n$`, 'm'));
    expect(await one.end()).toBe(0);
    expect(await two.end()).toBe(0);
  });
});
