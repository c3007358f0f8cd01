import { expect, onTestFinished, test, vi } from 'vitest';
import type { Render, RenderedPicture } from '../../api/render.ts';
import { ApiError } from '../../api/request.ts';
import { LivePicture } from './live-picture.ts';
import type { StageView } from './stage-view.ts';

const exposure = { operation: 'exposure', multi_priority: 0 };
const ev = (value: number) => ({ params: { exposure: value } });
const fit: StageView = { fitted: { width: 1000, height: 600 }, zoom: 1, part: null, full: null };
const middle: StageView = {
  ...fit,
  zoom: 4,
  part: { left: 0.25, top: 0.25, width: 0.5, height: 0.5 },
};

interface Asked {
  request: Render;
  isAborted: () => boolean;
  answer: (whole?: RenderedPicture['whole']) => void;
  refuse: (error: Error) => void;
}

/** A live picture whose renderer answers when the test says so. */
function stage() {
  const asked: Asked[] = [];
  const live = new LivePicture(
    {
      mayRender: () => true,
      decode: () => Promise.resolve(),
      render: (request, signal) =>
        new Promise((resolve, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason as Error));
          const { region = { x: 0, y: 0, width: request.width!, height: request.height! } } = request;
          const answer: Asked['answer'] = (whole = { width: 4000, height: 2400 }) =>
            resolve({ blob: new Blob(['picture']), whole, region });
          asked.push({ request, isAborted: () => signal.aborted, answer, refuse: reject });
        }),
    },
    'anna',
  );
  live.look(fit);
  const next = async (): Promise<Asked> => {
    await vi.waitFor(() => expect(asked).not.toEqual([]));
    return asked.shift()!;
  };
  return { live, asked, next };
}
const shownBy = (live: LivePicture) => vi.waitUntil(() => live.snapshot().whole);

test('one request at a time: what the hand did meanwhile is skipped but for the last', async () => {
  const { live, asked, next } = stage();
  for (const value of [0.1, 0.2, 0.3]) live.move(exposure, ev(value));
  const first = await next();
  expect(first.request).toMatchObject({
    modules: { exposure: { params: { exposure: 0.1 }, instance: 0 } },
    draft: true,
    width: 720,
    height: 432,
    viewer: 'anna',
  });
  expect(asked).toEqual([]);
  first.answer();
  expect((await next()).request.modules).toEqual({ exposure: { params: { exposure: 0.3 }, instance: 0 } });
  expect(live.snapshot().whole?.isDraft).toBe(true);
});

test('once it has ended, what is stored or refused asks for no picture any more', async () => {
  const { live, asked } = stage();
  const [stored, refused] = [live.change(exposure, ev(0.5)), live.change(exposure, ev(0.7))];
  await vi.waitFor(() => expect(asked).not.toEqual([]));
  live.end();
  asked.length = 0;
  live.stored(stored);
  live.refused(refused);
  live.refresh();
  await new Promise((done) => setTimeout(done));
  expect(asked).toEqual([]);
});

test('when the hand rests, the exact picture of the stage comes, and is not made again when it is stored', async () => {
  const { live, asked, next } = stage();
  live.move(exposure, ev(0.5));
  (await next()).answer();
  const exact = await next();
  expect(exact.request).toMatchObject({ draft: false, width: 1000, height: 600 });
  exact.answer();
  await vi.waitUntil(() => live.snapshot().whole?.isDraft === false);
  live.stored(live.change(exposure, ev(0.5)));
  live.refresh();
  const other = await next();
  expect(other.request.modules).toEqual({});
  expect(asked).toEqual([]);
});

test('the exact picture comes again when the hand has been elsewhere and returns while its last draft is made', async () => {
  const { live, next } = stage();
  live.change(exposure, ev(0.5));
  (await next()).answer();
  await shownBy(live);
  live.move(exposure, ev(-1));
  const away = await next();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  live.move(exposure, ev(0.5));
  vi.runAllTimers();
  vi.useRealTimers();
  away.answer();
  const exact = await next();
  expect(exact.request).toMatchObject({ draft: false, modules: { exposure: ev(0.5) } });
  exact.answer();
  await vi.waitUntil(() => live.snapshot().whole?.isDraft === false);
});

test('an exact picture is asked for again when a request that nobody wants any more has replaced it', async () => {
  const { live, next } = stage();
  live.change(exposure, ev(0.5));
  (await next()).refuse(new ApiError(409, 'superseded', 'no'));
  expect((await next()).request).toMatchObject({ draft: false, modules: { exposure: ev(0.5) } });
});

test('an exact picture is not waited for when the hand moves on', async () => {
  const { live, next } = stage();
  live.change(exposure, ev(0.5));
  const exact = await next();
  expect(exact.request.draft).toBe(false);
  live.move(exposure, ev(0.6));
  expect(exact.isAborted()).toBe(true);
  expect((await next()).request).toMatchObject({ draft: true, modules: { exposure: ev(0.6) } });
});

test('it stays until the stored preview is there, and goes with what was refused', async () => {
  const { live, next } = stage();
  const first = live.change(exposure, ev(0.5));
  (await next()).answer();
  await shownBy(live);
  live.stored(first);
  expect(live.snapshot().whole).not.toBeNull();

  const second = live.change(exposure, ev(0.7));
  live.previewShown();
  expect(live.snapshot().whole).not.toBeNull();
  live.refused(second);
  expect(live.snapshot().whole).toBeNull();
});

test('changes of several modules that are not stored yet are seen together', async () => {
  const { live, next } = stage();
  live.change(exposure, ev(0.5));
  live.change(exposure, { enabled: false });
  live.move({ operation: 'velvia', multi_priority: 1 }, { params: { strength: 30 } });
  const seen = await vi.waitUntil(async () => {
    const { request, answer } = await next();
    answer();
    return request.modules?.velvia ? request.modules : null;
  });
  expect(seen).toEqual({
    exposure: { params: { exposure: 0.5 }, enabled: false, instance: 0 },
    velvia: { params: { strength: 30 }, instance: 1 },
  });
});

test('when zoomed, the visible part is made at the pixels of the screen, then the whole below it', async () => {
  const { live, next } = stage();
  live.change(exposure, ev(0.5));
  (await next()).answer();
  await shownBy(live);
  live.look(middle);
  const part = await next();
  expect(part.request.region).toEqual({ x: 1000, y: 600, width: 2000, height: 1200, scale: 1 });
  part.answer();
  await vi.waitUntil(() => live.snapshot().part);
  expect(live.snapshot().part?.place).toEqual({ left: 0.25, top: 0.25, width: 0.5, height: 0.5 });

  live.move(exposure, ev(0.6));
  const moving = await next();
  expect(moving.request.draft).toBe(false);
  expect(moving.request.region).toMatchObject({ width: 720, height: 432, scale: 0.36 });
  moving.answer();
  expect((await next()).request.region?.scale).toBe(1);
});

test('a renderer that is missing is said, left alone for a minute, and tried again with the next edit', async () => {
  const { live, asked, next } = stage();
  live.move(exposure, ev(0.5));
  const missing = new ApiError(503, 'renderer_unavailable', 'darktable was not found');
  (await next()).refuse(missing);
  await vi.waitUntil(() => live.snapshot().problem === missing);
  live.move(exposure, ev(0.6));
  expect(asked).toEqual([]);
  live.change(exposure, ev(0.6));
  (await next()).answer();
  await vi.waitUntil(() => live.snapshot().problem === null);
});

test('a value that is not allowed, and a newer request, are nothing to talk about', async () => {
  const { live, next } = stage();
  for (const code of ['invalid_body', 'superseded'] as const) {
    live.move(exposure, ev(99));
    (await next()).refuse(new ApiError(code === 'superseded' ? 409 : 400, code, 'no'));
  }
  live.move(exposure, ev(1));
  (await next()).answer();
  await shownBy(live);
  expect(live.snapshot().problem).toBeNull();
});
