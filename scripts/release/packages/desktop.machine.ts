/** The .deb on a desktop: found among the programs, its icon in the panel, the gallery in a browser, upgraded and back, removed. */
import { type Browser, chromium, type Page } from '@playwright/test';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { installSystemPackages } from '../../test/system-packages.ts';
import { type Desktop, ICON, startDesktop } from './desktop-machine.ts';
import { debName } from './made-packages.ts';
import { manifest } from './program-tree.ts';
import { asRoot, systemFiles } from './system-files.ts';
import { ownTarget } from './targets.ts';
import { freePort } from '../../../src/platform/free-port.ts';

const deb = `/packages/${debName(ownTarget.debian)}`;
const NEWER = '99.0.0';
const newerDeb = `/root/safelight_${NEWER}.deb`;
const install = 'apt-get install -y -qq --no-install-recommends';

let desktop: Desktop;
let before: string[];
let debugPort: number;
let browser: Browser | undefined;
let rated: number;

/** The address of ana's Safelight; null while none runs. */
const servedAt = async (): Promise<string | null> => {
  const { stdout } = await desktop.run('cat .local/share/safelight/server.json');
  return /http[^"]+/.exec(stdout)?.[0] ?? null;
};
const hasEnded = async () => (await desktop.run('pgrep -u ana -f dist/main.js')).stdout === '';
/** From the desktop's entry, as a click on it would. */
const startFromMenu = async () => {
  const { code, stderr } = await desktop.inSession('gtk-launch safelight >/tmp/safelight.log 2>&1 </dev/null');
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  await expect.poll(servedAt, { timeout: 60_000 }).toContain('http');
  await expect.poll(async () => (await fetch(`${await servedAt()}/health`).catch(() => null))?.status).toBe(200);
};
const stop = async () => {
  await desktop.run('pkill -u ana -TERM -f dist/main.js');
  await expect.poll(hasEnded, { timeout: 30_000 }).toBe(true);
};

/** Whether the panel has a picture where an icon would be. */
async function showsIcon(): Promise<boolean> {
  const area = { left: ICON.x - 11, top: ICON.y - 11, width: 22, height: 22 };
  const pixels = await sharp(desktop.picture()).extract(area).greyscale().raw().toBuffer();
  // A panel without icons has one color.
  return Math.max(...pixels) - Math.min(...pixels) > 60;
}

async function galleryPage(): Promise<Page> {
  await expect
    .poll(
      () =>
        fetch(`http://127.0.0.1:${debugPort}/json/version`).then(
          () => true,
          () => false,
        ),
      { timeout: 60_000 },
    )
    .toBe(true);
  browser ??= await chromium.connectOverCDP(`http://127.0.0.1:${debugPort}`);
  const pages = () => browser!.contexts().flatMap((context) => context.pages());
  const url = await servedAt();
  await expect.poll(() => pages().some((page) => page.url().startsWith(url!)), { timeout: 60_000 }).toBe(true);
  return pages().find((page) => page.url().startsWith(url!))!;
}

const ratingOf = (page: Page, id: number) =>
  page.evaluate<number>(`fetch('/api/v1/images/${id}').then((answer) => answer.json()).then(({ rating }) => rating)`);

const suites = ['bookworm', 'trixie'] as const;
describe.each(suites.filter((suite) => [undefined, suite].includes(process.env.SAFELIGHT_TEST_DEBIAN as typeof suite)))(
  'the .deb on a desktop of %s',
  (suite) => {
    beforeAll(async () => {
      expect(await installSystemPackages({ Xvfb: 'xvfb', xdotool: 'xdotool', import: 'imagemagick' })).toBeNull();
      desktop = await startDesktop(suite);
      debugPort = await freePort();
      const flags = `--no-sandbox --no-first-run --disable-gpu --window-position=60,60 --window-size=1100,700 --user-data-dir=/home/ana/chromium --remote-debugging-port=${debugPort}`;
      await asRoot(desktop, `echo 'CHROMIUM_FLAGS="$CHROMIUM_FLAGS ${flags}"' >/etc/chromium.d/tests`);
      before = await systemFiles(desktop);
    });
    afterAll(async () => {
      await browser?.close().catch(() => undefined);
      browser = undefined;
      await desktop[Symbol.asyncDispose]();
    });

    test('nobody shows an icon before; then it is installed, and can be started from the menu', async () => {
      await expect.poll(showsIcon, { timeout: 30_000 }).toBe(false);
      await asRoot(desktop, `${install} ${deb}`);
      await desktop.run('safelight settings set port 0');
      await startFromMenu();
      await expect.poll(showsIcon, { timeout: 60_000 }).toBe(true);
      const { stdout } = await desktop.inSession('safelight doctor');
      expect(stdout).toMatch(/ok +Tray/);
    });

    test('the browser opens at the gallery, which welcomes with its first steps', async () => {
      const page = await galleryPage();
      const steps = page.getByRole('complementary', { name: 'About this library' });
      await steps.getByRole('button', { name: /^First steps/ }).click();
      for (const step of ['Your library', 'Who renders']) await steps.getByRole('listitem', { name: step }).waitFor();
      await expect
        .poll(() => page.getByRole('list', { name: 'Pictures' }).getByRole('link').count())
        .toBeGreaterThan(5);
    });

    test('a picture is rated in it', async () => {
      const page = await galleryPage();
      await page.getByRole('list', { name: 'Pictures' }).getByRole('link').first().click();
      await expect.poll(() => page.url()).toMatch(/\/images\/\d+/);
      // A hand is on the keys once the picture and its stars are there.
      await page
        .getByRole('main')
        .getByRole('img', { name: /star|unrated/i })
        .first()
        .waitFor();
      rated = Number(/\/images\/(\d+)/.exec(page.url())![1]);
      const wanted = (await ratingOf(page, rated)) === 5 ? '3' : '5';
      await page.keyboard.press(wanted);
      await expect.poll(() => ratingOf(page, rated)).toBe(Number(wanted));
      await page.keyboard.press('2');
      await expect.poll(() => ratingOf(page, rated)).toBe(2);
    });

    test('the icon’s menu ends it', async () => {
      desktop.hand('mousemove', `${ICON.x}`, `${ICON.y}`, 'click', '1');
      await new Promise((resolve) => setTimeout(resolve, 2000));
      // Quit is the last row.
      desktop.hand('key', 'Up');
      desktop.hand('key', 'Return');
      await expect.poll(hasEnded, { timeout: 30_000 }).toBe(true);
      await expect.poll(showsIcon, { timeout: 30_000 }).toBe(false);
    });

    test('a newer version is put over one that runs, which goes on until its end', async () => {
      // The same program, but for its version.
      await asRoot(
        desktop,
        `rm -rf /root/newer && dpkg-deb -R ${deb} /root/newer && cd /root/newer &&
         sed -i 's/^Version: .*/Version: ${NEWER}/' DEBIAN/control &&
         sed -i 's/"version": "[^"]*"/"version": "${NEWER}"/' usr/lib/safelight/package.json &&
         rm DEBIAN/md5sums && dpkg-deb -Zgzip -z1 -b . ${newerDeb}`,
      );
      await startFromMenu();
      await asRoot(desktop, `${install} ${newerDeb}`);
      expect((await fetch(`${await servedAt()}/health`)).status).toBe(200);
      expect((await (await fetch((await servedAt())!)).text()).includes('<div id="root"')).toBe(true);
      await stop();
      expect((await desktop.run('safelight --version')).stdout).toContain(NEWER);
      await startFromMenu();
      expect(await ratingOf(await galleryPage(), rated)).toBe(2);
    });

    test('the version before comes back, and reads what the newer one left', async () => {
      await stop();
      await asRoot(desktop, `${install} --allow-downgrades ${deb}`);
      expect((await desktop.run('safelight --version')).stdout).toContain(`${manifest.version} (`);
      await startFromMenu();
      expect(await ratingOf(await galleryPage(), rated)).toBe(2);
      await stop();
    });

    test('what a much newer version wrote is kept, or refused in words', async () => {
      const data = '.local/share/safelight';
      await desktop.run(
        `cd ${data} && sed -i 's/"settingsVersion": [0-9]*/"settingsVersion": 99, "ofTheFuture": [1]/' settings.json`,
      );
      await desktop.run('safelight settings set exportQuality 91');
      expect((await desktop.run(`cat ${data}/settings.json`)).stdout).toContain('ofTheFuture');
      await startFromMenu();
      await stop();
      // A journal of edits that this one does not know.
      const bump = `import('node:sqlite').then(({ DatabaseSync }) => new DatabaseSync('${data}/journal.db').exec('PRAGMA user_version = 99'))`;
      expect(await desktop.run(`/usr/lib/safelight/bin/node -e "${bump}"`)).toMatchObject({ code: 0 });
      await startFromMenu();
      const page = await galleryPage();
      expect(await ratingOf(page, rated)).toBe(2);
      await stop();
    });

    test('removed and purged, the system is as it was', async () => {
      await browser?.close();
      await asRoot(desktop, 'apt-get remove -y -qq safelight');
      expect((await systemFiles(desktop)).filter((path) => path.includes('safelight'))).toEqual([]);
      await asRoot(desktop, 'apt-get purge -y -qq safelight');
      await asRoot(desktop, 'apt-get autoremove -y -qq --purge -o APT::AutoRemove::SuggestsImportant=false');
      expect(await systemFiles(desktop)).toEqual(before);
      expect((await desktop.run('ls .local/share/safelight')).stdout).toContain('settings.json');
    });
  },
);
