/** `npm run dev`: the page from its sources, beside a Safelight from its sources. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, test, tile } from './safelight.ts';

const script = join(import.meta.dirname, '..', 'scripts/build/dev.ts');

test('npm run dev shows the page from its sources, signed in, with the pictures of Safelight', async ({
  page,
  folder,
  allowedComplaints,
}) => {
  // Vite's own server adds the font's style sheet late.
  allowedComplaints.push(/was preloaded using link preload but not used/);
  const dev = spawn(process.execPath, [script, '--data-dir', join(folder, 'data'), '--port', '0'], {
    env: { ...process.env, HOME: folder, XDG_CONFIG_HOME: '' },
  });
  const ended = once(dev, 'exit');
  try {
    let link: string | undefined;
    for await (const line of createInterface(dev.stdout)) {
      link = /signed in by (\S+)/.exec(line)?.[1];
      if (link !== undefined) break;
    }
    await page.goto(link!);
    await expect(tile(page, /./).first()).toBeVisible();
    expect(await page.evaluate('[...document.scripts].some(({ src }) => src.endsWith("/@vite/client"))')).toBe(true);
  } finally {
    // Before what it shows is gone.
    await page.goto('about:blank');
    dev.kill();
    await ended;
  }
});
