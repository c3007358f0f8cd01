/** Debian 13: its Node 20 and npm 9 install the packages, and Safelight runs on its own Node. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type CleanMachine, startMachine } from './clean-machine.ts';
import { npmStart, saidBySafelight } from './npm-start.ts';

let machine: CleanMachine;
beforeAll(async () => {
  machine = await startMachine('trixie');
});
afterAll(() => machine[Symbol.asyncDispose]());

describe("Debian 13 with Debian's own Node and npm", () => {
  test('npm start names the package of a library that is missing, in one line', async () => {
    const { code, stdout, stderr } = await machine.run('npm start');
    expect(saidBySafelight(stdout, stderr)).toEqual([
      'Installing packages …',
      'Safelight needs libatomic.so.1, which this system lacks. Install it as root and try again: ' +
        'apt install libatomic1 (Debian, Ubuntu), dnf install libatomic (Fedora), pacman -S gcc-libs (Arch).',
    ]);
    expect(code).toBe(1);
  });

  test('once it is there, npm start serves the sample library', async () => {
    expect(await machine.runAsRoot('apt-get install -y -qq libatomic1')).toMatchObject({ code: 0 });
    await using safelight = await npmStart(machine);
    expect((await fetch(`${safelight.url}/health`)).status).toBe(200);

    const added = await machine.run(
      'npm run -s safelight -- clients add --id try --scope "images:read previews:read" --json',
    );
    const client = JSON.parse(added.stdout) as { client_id: string; client_secret: string };
    const answer = await fetch(`${safelight.url}/oauth/token`, {
      method: 'POST',
      body: new URLSearchParams({ grant_type: 'client_credentials', ...client }),
    });
    const { access_token: token } = (await answer.json()) as { access_token: string };
    const headers = { Authorization: `Bearer ${token}` };
    const list = await fetch(`${safelight.url}/api/v1/images?limit=1`, { headers });
    const { items, total } = (await list.json()) as { items: { id: number }[]; total: number };
    expect(total).toBeGreaterThan(20);
    const preview = await fetch(`${safelight.url}/api/v1/images/${items[0]!.id}/preview?size=thumb&fit=1`, { headers });
    expect(preview.headers.get('content-type')).toBe('image/jpeg');
  });

  test('while it runs, npm is the only other Node, and Ctrl+C ends all of it', async () => {
    const safelight = await npmStart(machine);
    // The index has its own process, which may have started.
    const programs = (await safelight.programs()).filter((program) => program.includes('node'));
    expect(programs.filter((program) => !program.includes('/safelight/'))).toEqual(['/usr/bin/node']);
    await safelight[Symbol.asyncDispose]();
    expect(await safelight.programs()).toEqual([]);
  });

  test('the packages that bring programs and libraries work without install scripts', async () => {
    const { stdout, stderr } = await machine.run('node_modules/.bin/node-26 scripts/test/machines/native-packages.ts');
    expect({ ...(JSON.parse(stdout || '{}') as object), stderr }).toMatchObject({
      sqlite: 2,
      width: 3,
      exiftoolVersion: expect.stringMatching(/^\d+\.\d+$/) as string,
      // It is found, but needs a library that comes with a desktop.
      tray: expect.stringContaining('libappindicator3.so.1') as string,
      stderr: '',
    });
  });

  test('npm test says what it cannot run there, and how to get it', async () => {
    const { code, stdout, stderr } = await machine.run('npm test -- --dry-run');
    expect(saidBySafelight(stdout, stderr)).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^unit and integration tests: about \d/),
        expect.stringMatching(/^a real darktable: not here \(apt-get install .*darktable xvfb/),
        expect.stringMatching(/^journeys in the browser: not here \(apt-get install .*chromium/),
        expect.stringMatching(/^not here: src\/tray\/tray\.test\.ts, .*apt-get install/),
      ]),
    );
    expect(code).toBe(0);
  });
});
