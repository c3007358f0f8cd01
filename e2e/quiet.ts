import type { Page } from '@playwright/test';

const QUIET_MS = 500;

/**
 * Resolves when all pictures are there and nothing has arrived for half a second. Playwright's own `networkidle` never comes: for it, the script
 * of a SharedWorker is on its way for as long as that runs.
 */
export async function quiet(page: Page): Promise<void> {
  await page.waitForLoadState('load');
  await page.evaluate(`new Promise((resolve) => {
    let timer;
    const isOnItsWay = () => [...document.images].some((image) => image.currentSrc && !image.complete);
    const wait = () => {
      clearTimeout(timer);
      timer = setTimeout(() => (isOnItsWay() ? wait() : resolve()), ${QUIET_MS});
    };
    new PerformanceObserver(wait).observe({ type: 'resource' });
    wait();
  })`);
}
