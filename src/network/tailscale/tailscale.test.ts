import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { silentLog } from '../../platform/log.ts';
import { fakeTailscale, type TailscaleMood } from '../../testing/fake-tailscale.ts';
import { Tailscale } from './tailscale.ts';
import { tailscaleProgram } from './tailscale-command.ts';

function open({ isInstalled = true } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'safelight-tailscale-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const fake = fakeTailscale(folder);
  const note = join(folder, 'tailscale.json');
  const start = () => {
    const tailscale = new Tailscale({
      program: isInstalled ? fake.program : null,
      openDoor: () => Promise.resolve({ port: 40123, close: () => undefined }),
      note,
      log: silentLog(),
    });
    onTestFinished(() => tailscale.close());
    return tailscale;
  };
  return { fake, note, start };
}
const OURS = 'http://127.0.0.1:40123';
const web = (host: string, ...handlers: [string, string][]) => ({
  [host]: { Handlers: Object.fromEntries(handlers.map(([path, Proxy]) => [path, { Proxy }])) },
});

test('it leads here while it is wanted, and afterwards what others have set is as it was', async () => {
  const { fake, note, start } = open();
  const others = {
    TCP: { 8443: { HTTPS: true } },
    Web: web(`${fake.name}:8443`, ['/', 'http://127.0.0.1:3000']),
  };
  fake.setConfig(others);
  const tailscale = start();
  await tailscale.look();
  expect(tailscale.status()).toEqual({ state: 'up', url: `https://${fake.name}`, problem: null });
  expect(fake.config().Web).toEqual({ ...others.Web, ...web(`${fake.name}:443`, ['/', OURS]) });
  await tailscale.close();
  expect(fake.config()).toEqual(others);
  expect(existsSync(note)).toBe(false);
});

test('what somebody else has set at this port stays, at first and in the meantime', async () => {
  const { fake, start } = open();
  const theirs = { TCP: { 443: { HTTPS: true } }, Web: web(`${fake.name}:443`, ['/', 'http://127.0.0.1:3000']) };
  fake.setConfig(theirs);
  const refused = start();
  await refused.look();
  expect(refused.status()).toMatchObject({ state: 'waiting', url: null });
  expect(refused.status().problem).toMatch(/leads to http:\/\/127\.0\.0\.1:3000 already.+leaves it so/);
  await refused.close();
  expect(fake.config()).toEqual(theirs);

  fake.setConfig({});
  const replaced = start();
  await replaced.look();
  fake.setConfig(theirs);
  await replaced.look();
  expect(replaced.status().url).toBeNull();
  await replaced.close();
  expect(fake.config()).toEqual(theirs);
});

test('what a Safelight that was killed has left is replaced', async () => {
  const { fake, note, start } = open();
  const left = 'http://127.0.0.1:39999';
  fake.setConfig({ TCP: { 443: { HTTPS: true } }, Web: web(`${fake.name}:443`, ['/', left]) });
  writeFileSync(note, JSON.stringify({ proxy: left }));
  const tailscale = start();
  await tailscale.look();
  expect(tailscale.status().state).toBe('up');
  expect(fake.config().Web).toEqual(web(`${fake.name}:443`, ['/', OURS]));
});

test.each<[TailscaleMood, RegExp]>([
  ['old', /1\.50\.1 is too old\. Install 1\.52/],
  ['denied', /sudo tailscale set --operator=\$USER/],
  ['no-https', /HTTPS is off in your tailnet.+https:\/\/login\.tailscale\.com\/admin\/dns/],
  ['asks', /asks for your consent\. Open https:\/\/login\.tailscale\.com\/f\/serve\?node=n1,/],
  ['stopped', /not running on this computer/],
])('when it is %s, that is told, and it is mended once Tailscale is', async (mood, words) => {
  const { fake, start } = open();
  fake.setMood(mood);
  const tailscale = start();
  await tailscale.look();
  expect(tailscale.status()).toEqual({ state: 'waiting', url: null, problem: expect.stringMatching(words) as string });
  fake.setMood('ready');
  await tailscale.look();
  expect(tailscale.status().state).toBe('up');
});

test('where it is not installed, that is told', async () => {
  const tailscale = open({ isInstalled: false }).start();
  await tailscale.look();
  expect(tailscale.status().problem).toMatch(/not installed/);
  const { fake } = open();
  expect(tailscaleProgram(`/nowhere:${fake.path}`)).toBe(fake.program);
});
