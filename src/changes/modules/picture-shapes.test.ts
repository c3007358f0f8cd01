import { expect, test, vi } from 'vitest';
import { Events } from '../../platform/events.ts';
import { silentLog } from '../../platform/log.ts';
import type { Preview } from '../../previews/previews.ts';
import { standInDarktable } from '../../testing/stand-in-darktable.ts';
import { packParams } from '../../testing/pictures/params.ts';
import { exposed, look, startEdits } from '../../testing/start-edits.ts';
import { PictureShapes } from './picture-shapes.ts';

const cropped = (right: number) => ({
  operation: 'crop',
  module: 1,
  params: packParams('ffffii', 0, 0, right, 1, 0, 0),
  num: 1,
});
const crop = { imageId: 1, operation: 'crop', client: 'tests' };
const shape = (file: string) => Number(look(file).images[0]!.aspect_ratio);

/** A picture of three by two with an edit, whose previews the test makes. */
function stage() {
  const image = exposed(0.5, { width: 6000, height: 4000 });
  const edited = startEdits({ images: [{ ...image, history: [...image.history!, cropped(1)] }] });
  const events = new Events();
  let preview: Preview | null = null;
  const measure = vi.fn(() => Promise.resolve({ width: 996, height: 720 }));
  const shapes = new PictureShapes({
    library: edited.library,
    events,
    isReadOnly: () => false,
    inTurn: edited.inTurn,
    log: silentLog(),
    previews: { rendered: (_, level) => (level === 2 ? preview : null), measure },
  });
  const arrives = async (stale: boolean) => {
    preview = { file: 'preview.jpg', stale } as Preview;
    events.emit('preview.changed', { id: 1 });
    await shapes.ended();
  };
  return { ...edited, events, shapes, measure, arrives };
}

test('an edit of the shape makes it unknown, and another edit does not', async () => {
  const { edits, file } = stage();
  await edits.apply({ ...crop, operation: 'exposure' }, { params: { exposure: 1 } });
  expect(shape(file)).toBe(1.5);
  await edits.apply(crop, { params: { cw: 2 / 3 } });
  expect(shape(file)).toBe(0);
});

test('the first preview of the new history tells the shape, rounded as darktable does', async () => {
  const { edits, file, shapes, arrives, measure } = stage();
  await edits.apply(crop, { params: { cw: 0.8 } });
  const before = look(file).images[0]!;
  shapes.due(1);
  await arrives(true);
  expect(shape(file)).toBe(0);
  await arrives(false);
  expect(look(file).images[0]).toEqual({ ...before, aspect_ratio: 1.4 });
  await arrives(false);
  expect(measure).toHaveBeenCalledTimes(1);
});

test('it is written when its turn among the changes has come', async () => {
  const { edits, file, shapes, arrives, inTurn, measure } = stage();
  await edits.apply(crop, { params: { cw: 0.8 } });
  shapes.due(1);
  const change = Promise.withResolvers<null>();
  const changed = inTurn(() => change.promise);
  const arrived = arrives(false);
  await vi.waitFor(() => expect(measure).toHaveBeenCalledTimes(1));
  // What comes before the next turn of the event loop would have been written by then.
  await new Promise(setImmediate);
  expect(shape(file)).toBe(0);
  change.resolve(null);
  await Promise.all([changed, arrived]);
  expect(shape(file)).toBe(1.4);
});

test('that the pictures of a changed history are outdated is no reason to look for one', async () => {
  const { shapes, events, library } = stage();
  const facts = vi.spyOn(library, 'facts');
  shapes.due(1);
  events.emit('preview.changed', { id: 1, isOutdated: true });
  await shapes.ended();
  expect(facts).not.toHaveBeenCalled();
  events.emit('preview.changed', { id: 1 });
  await shapes.ended();
  expect(facts).toHaveBeenCalledTimes(1);
});

test('no other picture is written', async () => {
  const { file, arrives, measure } = stage();
  const before = look(file);
  await arrives(false);
  expect([measure.mock.calls, look(file)]).toEqual([[], before]);
});

test('while darktable is open it is not written; once it is closed, it is', async () => {
  const { folder, file, shapes, events, arrives, edits } = stage();
  await edits.apply(crop, { params: { cw: 0.8 } });
  shapes.due(1);
  const darktable = await standInDarktable(folder, file);
  await arrives(false);
  expect(shape(file)).toBe(0);
  await darktable.end();
  events.emit('bridge.changed', { state: 'closed', message: '' });
  await shapes.ended();
  expect(shape(file)).toBe(1.4);
});

test('what waits while darktable is closed is looked at once, however often its state is told in other words', async () => {
  const { shapes, events, library } = stage();
  const facts = vi.spyOn(library, 'facts');
  shapes.due(1);
  for (const message of ['1 job is waiting.', '2 jobs are waiting.', '3 jobs are waiting.'])
    events.emit('bridge.changed', { state: 'closed', message });
  await shapes.ended();
  expect(facts).toHaveBeenCalledTimes(1);
});

test('a picture of a history that is gone meanwhile tells nothing', async () => {
  const { edits, file, shapes, arrives, measure } = stage();
  await edits.apply(crop, { params: { cw: 0.8 } });
  shapes.due(1);
  measure.mockImplementationOnce(async () => {
    await edits.apply(crop, { params: { cw: 0.5 } });
    return { width: 996, height: 720 };
  });
  await arrives(false);
  expect(shape(file)).toBe(0);
});
