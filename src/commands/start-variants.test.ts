/** Starts of the whole program where the desktop lacks something, speaks German, or is not to be used. */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { trayHand } from '../testing/tray-hand.ts';
import { runProgram, soon, startWholeDesktop, trayOf, type WholeDesktop } from '../testing/whole-desktop.ts';

let desktop: WholeDesktop;

beforeAll(async () => {
  desktop = await startWholeDesktop();
});
afterAll(() => desktop.stop());

describe('without a place for an icon', () => {
  const start = async (without: readonly string[], args: readonly string[] = []) => {
    const home = desktop.makeHome();
    const env = Object.fromEntries(Object.entries(home.env).filter(([name]) => !without.includes(name)));
    const program = runProgram(home, args, env);
    onTestFinished(async () => {
      await program.end();
      home.remove();
    });
    const url = await program.url;
    return { home, program, url };
  };
  const reasons = (stderr: string) => stderr.split('\n').filter((line) => line.includes('No tray icon'));

  test('on a computer without a screen it says so in one line, prints a link and serves', async () => {
    const { home, program, url } = await start(['DISPLAY', 'DBUS_SESSION_BUS_ADDRESS']);
    await soon(() => expect(program.said.stdout).toMatch(/^Open the gallery: /m));
    const link = /^Open the gallery: (\S+)/m.exec(program.said.stdout)![1]!;
    expect((await fetch(link, { redirect: 'manual' })).headers.get('location')).toBe('/');
    expect((await fetch(`${url}/health`)).status).toBe(200);
    expect(reasons(program.said.stderr)).toEqual([expect.stringContaining('there is no display')]);
    expect(home.opened()).toEqual([]);
    program.child.kill('SIGTERM');
    expect(await program.ended).toBe(0);
  });

  test('on a desktop without a session bus the browser is opened instead', async () => {
    const { home, program, url } = await start(['DBUS_SESSION_BUS_ADDRESS']);
    await soon(() => expect(home.opened()).toEqual([expect.stringContaining(`${url}/sign-in?code=`)]));
    await soon(() =>
      expect(reasons(program.said.stderr)).toEqual([expect.stringContaining('there is no D-Bus session bus')]),
    );
    expect(program.said.stdout).not.toContain('Open the gallery');
  });

  test('started by the desktop at login, it opens no browser', async () => {
    const { home, program } = await start(['DBUS_SESSION_BUS_ADDRESS'], ['--at-login']);
    await soon(() => expect(program.said.stdout).toMatch(/^Open the gallery: /m));
    expect(home.opened()).toEqual([]);
  });

  test('nor when the settings say so', async () => {
    const home = desktop.makeHome();
    onTestFinished(home.remove);
    mkdirSync(home.dataDir);
    writeFileSync(join(home.dataDir, 'settings.json'), JSON.stringify({ openBrowserAtStart: false }));
    const program = runProgram(home);
    onTestFinished(program.end);
    await program.url;
    await trayHand(desktop.panel).sees('Quit');
    program.child.kill('SIGINT');
    expect(await program.ended).toBe(0);
    expect(home.opened()).toEqual([]);
    await desktop.panel.empty();
  });
});

test('on a German desktop the tray speaks German', async () => {
  const home = desktop.makeHome();
  const program = runProgram(home, [], { ...home.env, LANG: 'de_DE.UTF-8' });
  onTestFinished(async () => {
    await program.end();
    await desktop.panel.empty();
    home.remove();
  });
  await program.url;
  await trayHand(desktop.panel).sees('Galerie öffnen');
});

test('serve shows no icon, whatever the desktop has', async () => {
  const home = desktop.makeHome();
  const program = runProgram(home, ['serve']);
  onTestFinished(async () => {
    await program.end();
    home.remove();
  });
  const registrations = desktop.panel.registrations();
  await program.url;
  expect(trayOf(program.child.pid!)).toBeUndefined();
  expect(desktop.panel.registrations()).toBe(registrations);
  expect(home.opened()).toEqual([]);
});

test('the launcher appears among the programs of the desktop when asked for, and goes again', async () => {
  const home = desktop.makeHome();
  onTestFinished(home.remove);
  const entry = join(home.home, '.local', 'share', 'applications', 'safelight.desktop');
  for (const [word, isThere] of [
    ['install', true],
    ['remove', false],
  ] as const) {
    const program = runProgram(home, ['launcher', word]);
    program.url.catch(() => undefined);
    expect(await program.ended).toBe(0);
    expect(existsSync(entry)).toBe(isThere);
  }
});
