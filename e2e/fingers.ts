import type { CDPSession, Page } from '@playwright/test';

export type Point = readonly [x: number, y: number];
const STEPS = 8;

/**
 * Touches as the browser gets them from a screen: all paths are walked at the same time, in a few steps. The first ones follow each other
 * without waiting for answers: to a busy machine, a finger that rests means something else.
 */
export async function glide(page: Page, ...paths: readonly { from: Point; to: Point }[]): Promise<void> {
  const screen = await page.context().newCDPSession(page);
  const points = (part: number) =>
    paths.map(({ from, to }, id) => ({
      id,
      x: from[0] + (to[0] - from[0]) * part,
      y: from[1] + (to[1] - from[1]) * part,
    }));
  await Promise.all([
    touch(screen, 'touchStart', points(0)),
    touch(screen, 'touchMove', points(1 / STEPS)),
    touch(screen, 'touchMove', points(2 / STEPS)),
  ]);
  for (let step = 3; step <= STEPS; step++) {
    await touch(screen, 'touchMove', points(step / STEPS));
    await page.waitForTimeout(16);
  }
  await touch(screen, 'touchEnd', []);
  await screen.detach();
}

/** One finger that takes its time before it lets go. */
export async function drag(page: Page, from: Point, to: Point): Promise<void> {
  const screen = await page.context().newCDPSession(page);
  await touch(screen, 'touchStart', [{ id: 0, x: from[0], y: from[1] }]);
  for (let step = 1; step <= STEPS; step++) {
    const at = (axis: 0 | 1) => from[axis] + ((to[axis] - from[axis]) * step) / STEPS;
    await touch(screen, 'touchMove', [{ id: 0, x: at(0), y: at(1) }]);
  }
  await page.waitForTimeout(300);
  await touch(screen, 'touchEnd', []);
  await screen.detach();
}

/** A tenth of a second by the clock of the events, however busy the machine is. */
export async function flick(page: Page, from: Point, to: Point): Promise<void> {
  const screen = await page.context().newCDPSession(page);
  const begin = Date.now() / 1000;
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', [x, y]: Point, seconds: number) =>
    screen.send('Input.dispatchTouchEvent', {
      type,
      timestamp: begin + seconds,
      touchPoints: type === 'touchEnd' ? [] : [{ id: 0, x, y }],
    });
  await send('touchStart', from, 0);
  await send('touchMove', [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2], 0.05);
  await send('touchMove', to, 0.08);
  await send('touchEnd', to, 0.1);
  await screen.detach();
}

/** Long enough before it moves to mean something else. */
const LONG_MS = 700;

export async function pressAndDrag(page: Page, from: Point, to: Point): Promise<void> {
  const screen = await page.context().newCDPSession(page);
  await touch(screen, 'touchStart', [{ id: 0, x: from[0], y: from[1] }]);
  await page.waitForTimeout(LONG_MS);
  for (let step = 1; step <= STEPS; step++) {
    const at = (axis: 0 | 1) => from[axis] + ((to[axis] - from[axis]) * step) / STEPS;
    await touch(screen, 'touchMove', [{ id: 0, x: at(0), y: at(1) }]);
  }
  await touch(screen, 'touchEnd', []);
  await screen.detach();
}

/** So long that the next tap is another double tap. */
export const rest = (page: Page) => page.waitForTimeout(400);

export async function press(page: Page, [x, y]: Point, ms: number): Promise<void> {
  const screen = await page.context().newCDPSession(page);
  await touch(screen, 'touchStart', [{ id: 0, x, y }]);
  await page.waitForTimeout(ms);
  await touch(screen, 'touchEnd', []);
  await screen.detach();
}

export const touch = (
  screen: CDPSession,
  type: 'touchStart' | 'touchMove' | 'touchEnd',
  touchPoints: { id: number; x: number; y: number }[],
) => screen.send('Input.dispatchTouchEvent', { type, touchPoints });

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}
export const middle = ({ x, y, width, height }: Box): Point => [x + width / 2, y + height / 2];
