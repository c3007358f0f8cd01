import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from '@playwright/test';

/**
 * The system's browser if there is one, otherwise the one that `npx playwright install chromium` fetches. Chromium without windows
 * comes first: 19 tests took 34 s of processor time with it, 47 s with the one that has windows.
 */
const systemBrowser = ['chromium-headless-shell', 'chromium', 'chromium-browser']
  .map((name) => `/usr/bin/${name}`)
  .find((path) => existsSync(path));

// Tests start hundreds of Safelights, which need not compile the program each.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, '..', 'node_modules', '.compile-cache');

export default defineConfig({
  testDir: '.',
  outputDir: '../test-results',
  fullyParallel: true,
  workers: 2,
  retries: 0,
  forbidOnly: true,
  // Far more than any test needs, because a machine may be busy.
  timeout: 240_000,
  expect: { timeout: 60_000 },
  reporter: 'list',
  use: {
    browserName: 'chromium',
    viewport: { width: 1280, height: 800 },
    // What moves is drawn without a graphics card: a fifth of the processor's time. Tests of motion ask for it.
    contextOptions: { reducedMotion: 'reduce' },
    // What a worker asks for passes by the tests' own routes.
    serviceWorkers: 'block',
    trace: 'retain-on-failure',
    launchOptions: {
      ...(systemBrowser !== undefined && { executablePath: systemBrowser }),
      args: [
        '--no-sandbox',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
});
