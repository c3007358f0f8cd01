import Database from 'better-sqlite3';
import { describe, expect, test, vi } from 'vitest';
import { createHash } from 'node:crypto';
import { exposureParams, packParams } from '../../testing/pictures/params.ts';
import { exposed, journalStates, look, paramsIn, startEdits } from '../../testing/start-edits.ts';

const exposure = { imageId: 1, operation: 'exposure', client: 'tests' };
const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'fine',
    (error: unknown) => (error as { code: string }).code,
  );

describe.each([37, 56, 57] as const)('a library of schema %i', (schema) => {
  test('keeps everything but what an edit changes', async () => {
    const images = [exposed(0.5, { stars: 3, labels: ['red'], tags: ['places|iceland'] }), exposed(0, { id: 2 })];
    const { edits, file, setAside } = startEdits({ schema, images });
    const before = look(file);
    const start = Date.now();
    const row = await edits.apply(exposure, { enabled: false, params: { exposure: 1.25 } });
    expect(row).toMatchObject({ enabled: false, operation: 'exposure', num: 0 });

    const after = look(file);
    expect(after.integrity).toBe('ok');
    expect([after.journalMode, after.pageSize]).toEqual(['delete', 32768]);
    expect(after.history).toEqual([
      { ...before.history[0]!, enabled: 0, op_params: exposureParams(1.25) },
      before.history[1],
    ]);
    const { change_timestamp: changed, thumb_timestamp, thumb_maxmip, ...rest } = after.images[0]!;
    expect(before.images[0]).toMatchObject(rest);
    const changedMs = Number((changed as bigint) / 1000n - 62_135_596_800_000n);
    expect(changedMs).toBeGreaterThanOrEqual(start);
    expect(changedMs).toBeLessThanOrEqual(Date.now());
    if (schema === 37) expect(thumb_timestamp).toBeUndefined();
    else expect([thumb_timestamp, thumb_maxmip]).toEqual([-1n, 0n]);
    expect(after.images[1]).toEqual(before.images[1]);
    expect(after.hashes[1]).toEqual(before.hashes[1]);
    expect(setAside).toEqual([1]);
  });

  test('gets the hash of the new history, and none for the thumbnails', async () => {
    const { edits, file } = startEdits({ schema });
    expect(look(file).hashes[0]!.mipmap_hash).not.toBeNull();
    await edits.apply(exposure, { params: { exposure: 2 } });
    const [hash] = look(file).hashes;
    const wanted = createHash('md5')
      .update('exposure')
      .update(exposureParams(2))
      .update(Buffer.alloc(420))
      .update(Uint8Array.of(2, 0, 0, 0))
      .digest();
    expect(hash!.current_hash).toEqual(wanted);
    expect(hash!.mipmap_hash).toBeNull();
  });
});

describe('an edit', () => {
  test('is journaled with what was there before, who made it and which way', async () => {
    const { edits, dataDir } = startEdits();
    await edits.apply(exposure, { params: { exposure: 1 } });
    await edits.apply({ ...exposure, client: 'other' }, { enabled: false });
    const { items, total } = edits.list(1, { limit: 50, offset: 0 });
    expect(total).toBe(2);
    expect(items).toMatchObject([
      { client: 'other', before: { enabled: true }, after: { enabled: false }, route: 'direct', undoes: null },
      { client: 'tests', operation: 'exposure', priority: 0, num: 0, module: 6 },
    ]);
    expect(Buffer.from(items[1]!.before.params)).toEqual(exposureParams(0.5));
    expect(Buffer.from(items[1]!.after.params)).toEqual(exposureParams(1));
    expect(journalStates(dataDir)).toEqual(['stored', 'stored']);
  });

  test('that changes nothing writes nothing', async () => {
    const { edits, file, dataDir } = startEdits();
    const before = look(file);
    await edits.apply(exposure, { enabled: true, params: { exposure: 0.5 } });
    await edits.apply(exposure, {});
    expect(look(file)).toEqual(before);
    expect(journalStates(dataDir)).toEqual([]);
  });

  test('reads the module once before its turn, once in the transaction, and once as proof', async () => {
    const { edits, library } = startEdits();
    const read = vi.spyOn(library, 'read');
    await edits.editable(1, 'exposure');
    expect(read).toHaveBeenCalledTimes(1);
    await edits.apply(exposure, { params: { exposure: 1 } });
    expect(read).toHaveBeenCalledTimes(2);
    await edits.editable(1, 'exposure');
    await edits.apply(exposure, { params: { exposure: 2 } });
    expect(read).toHaveBeenCalledTimes(3);
  });

  test('sees what another program stored while it waited for its turn', async () => {
    const { edits, file } = startEdits();
    await edits.editable(1, 'exposure');
    const other = new Database(file);
    other.prepare('UPDATE history SET op_params = ?').run(exposureParams(3));
    other.close();
    await edits.apply(exposure, { params: { exposure: 0.5 } });
    expect(paramsIn(file, 1, 'exposure')).toMatchObject({ exposure: 0.5 });
    expect(Buffer.from(edits.list(1, { limit: 1, offset: 0 }).items[0]!.before.params)).toEqual(exposureParams(3));
  });

  test('goes to the newest active step of the module, or of the instance that is named', async () => {
    const step = (num: number, priority: number, ev: number) => ({
      operation: 'exposure',
      module: 6,
      params: exposureParams(ev),
      num,
      priority,
    });
    const history = [step(0, 0, 0.1), step(1, 1, 0.2), step(2, 0, 0.3), step(3, 1, 0.4), step(4, 0, 0.5)];
    const { edits, file } = startEdits({ images: [{ id: 1, history, historyEnd: 4 }] });
    await edits.apply(exposure, { params: { exposure: 1 } });
    await edits.apply({ ...exposure, instance: 0 }, { params: { exposure: 2 } });
    expect(look(file).history.map(({ op_params }) => op_params!.readFloatLE(8).toFixed(1))).toEqual(
      ['0.1', '0.2', '2.0', '1.0', '0.5'], // the last one has been undone in darktable
    );
    expect(await codeOf(edits.apply({ ...exposure, instance: 2 }, { enabled: false }))).toBe('module_not_found');
  });

  test('of a step without a number of its instance finds it as darktable does: as the first', async () => {
    const started = startEdits();
    await started.close();
    const database = new Database(started.file);
    database.exec('UPDATE history SET multi_priority = NULL, multi_name = NULL');
    database.close();
    const { edits, file } = startEdits({ file: started.file, dataDir: started.dataDir });
    expect(await edits.module(1, 'exposure', 0)).toMatchObject({ priority: 0, name: '' });
    await edits.apply({ ...exposure, instance: 0 }, { params: { exposure: 3 } });
    expect(paramsIn(file, 1, 'exposure')).toMatchObject({ exposure: 3 });
    expect(look(file).history[0]!.multi_priority).toBeNull();
  });

  test.each(["x''", 'NULL'])('that switches a module without parameters (%s) leaves them so', async (none) => {
    const started = startEdits();
    await started.close();
    const database = new Database(started.file);
    database.exec(`UPDATE history SET op_params = ${none}`);
    database.close();
    const { edits, file } = startEdits({ file: started.file });
    const before = look(file).history[0]!;
    await edits.apply(exposure, { enabled: false });
    expect(look(file).history[0]).toEqual({ ...before, enabled: 0 });
    expect(await codeOf(edits.apply(exposure, { params: { exposure: 1 } }))).toBe('params_required');
    expect(await codeOf(edits.apply(exposure, { params_b64: 'AAAA' }))).toBe('invalid_params_b64');
    await edits.apply(exposure, { params_b64: exposureParams(1).toString('base64') });
    expect(paramsIn(file, 1, 'exposure')).toMatchObject({ exposure: 1 });
    await edits.undo(exposure);
    expect(look(file).history[0]!.op_params).toHaveLength(0);
  });

  test('that switches the last module off leaves the hash, as darktable does, and takes the thumbnails for old', async () => {
    const { edits, file } = startEdits();
    const [before] = look(file).hashes;
    await edits.apply(exposure, { enabled: false });
    expect(look(file).hashes).toEqual([{ ...before, mipmap_hash: null }]);
  });

  test('makes a hash where darktable had none', async () => {
    const off = { operation: 'sharpen', module: 1, params: packParams('fff', 2, 0.5, 0.5), enabled: false };
    const { edits, file } = startEdits({ images: [{ id: 1, history: [off], hash: {} }] });
    await edits.apply({ ...exposure, operation: 'sharpen' }, { enabled: true });
    expect(look(file).hashes[0]!.current_hash).toHaveLength(16);
  });

  test('of one of two modules of an image leaves the other one', async () => {
    const velvia = { operation: 'velvia', module: 2, params: packParams('ff', 25, 1) };
    const { edits, file } = startEdits({ images: [{ id: 1, history: [...exposed().history!, velvia] }] });
    await edits.apply({ ...exposure, operation: 'velvia' }, { params: { strength: 50 } });
    expect(paramsIn(file, 1, 'velvia')).toMatchObject({ strength: 50 });
    expect(paramsIn(file, 1, 'exposure')).toMatchObject({ exposure: 0.5 });
  });

  test('made from a state that is gone is refused by its check, and nothing is written', async () => {
    const { edits, file, dataDir } = startEdits();
    const before = look(file);
    const check = () => {
      throw Object.assign(new Error('another'), { code: 'precondition_failed' });
    };
    expect(await codeOf(edits.apply({ ...exposure, check }, { enabled: false }))).toBe('precondition_failed');
    expect(look(file)).toEqual(before);
    expect(journalStates(dataDir)).toEqual([]);
  });

  test.each([
    [{ params: { exposure: 99 } }, 'invalid_body'],
    [{ params: { nothing: 1 } }, 'invalid_body'],
    [{ params_b64: '###' }, 'invalid_params_b64'],
    [{ params_b64: 'AAAA' }, 'invalid_params_b64'],
  ])('%j is refused, and nothing is written', async (patch, code) => {
    const { edits, file, dataDir } = startEdits();
    const before = look(file);
    expect(await codeOf(edits.apply(exposure, patch))).toBe(code);
    expect(look(file)).toEqual(before);
    expect(journalStates(dataDir)).toEqual([]);
  });
});

describe('undo', () => {
  test('puts back what was there, and taking that back brings the edit again', async () => {
    const { edits, file } = startEdits();
    const before = look(file).history;
    await edits.apply(exposure, { enabled: false, params: { exposure: 1 } });
    const edited = look(file).history;
    expect(await edits.undo(exposure)).toMatchObject({ enabled: true });
    expect(look(file).history).toEqual(before);
    await edits.undo(exposure);
    expect(look(file).history).toEqual(edited);
    await edits.undo(exposure);
    expect(look(file).history).toEqual(before);
    const { items } = edits.list(1, { limit: 50, offset: 0 });
    expect(items.map(({ id, undoes }) => [id, undoes])).toEqual([
      [4, 3],
      [3, 2],
      [2, 1],
      [1, null],
    ]);
  });

  test('survives a restart', async () => {
    const first = startEdits();
    await first.edits.apply(exposure, { params: { exposure: 1 } });
    await first.close();
    const second = startEdits({ file: first.file, dataDir: first.dataDir });
    await second.edits.undo(exposure);
    expect(paramsIn(first.file, 1, 'exposure')).toMatchObject({ exposure: 0.5 });
  });

  test('of nothing is a conflict', async () => {
    const { edits } = startEdits();
    expect(await codeOf(edits.undo(exposure))).toBe('conflict');
    expect(await codeOf(edits.undo({ ...exposure, operation: 'velvia' }))).toBe('module_not_found');
  });

  test('is refused with both states named when somebody changed the module since', async () => {
    const first = startEdits();
    await first.edits.apply(exposure, { params: { exposure: 1 } });
    await first.close();
    const database = new Database(first.file);
    database.prepare('UPDATE history SET op_params = ?').run(exposureParams(2, 0.01));
    database.close();
    const second = startEdits({ file: first.file, dataDir: first.dataDir });
    const before = look(first.file);
    const error = await second.edits.undo(exposure).catch((reason: unknown) => reason as Error & { code: string });
    expect(error).toMatchObject({ code: 'precondition_failed' });
    expect((error as Error).message).toContain('left: on, black 0, exposure 1.');
    expect((error as Error).message).toContain('holds: on, black 0.01, exposure 2 ');
    expect(look(first.file)).toEqual(before);
  });

  test('of one instance leaves the others', async () => {
    const history = [0, 1].map((priority) => ({ ...exposed().history![0]!, priority }));
    const { edits, file } = startEdits({ images: [{ id: 1, history }] });
    await edits.apply({ ...exposure, instance: 0 }, { params: { exposure: 1 } });
    await edits.apply({ ...exposure, instance: 1 }, { params: { exposure: 2 } });
    await edits.undo({ ...exposure, instance: 0 });
    expect(look(file).history.map(({ op_params }) => op_params!.readFloatLE(8))).toEqual([0.5, 2]);
  });
});

test('of eight clients that edit one image at once every one is stored, one after the other', async () => {
  const { edits, file, dataDir } = startEdits();
  const steps = Array.from({ length: 40 }, (_, step) => (step + 1) / 10);
  await Promise.all(
    steps.map((ev, step) =>
      step % 8 === 7
        ? edits.apply(exposure, { enabled: step % 16 === 7 })
        : edits.apply({ ...exposure, client: `client-${step % 8}` }, { params: { exposure: ev } }),
    ),
  );
  const { items } = edits.list(1, { limit: 100, offset: 0 });
  // Each began where the one before it ended.
  for (const [at, { before }] of items.entries()) {
    if (items[at + 1]) expect(before).toEqual(items[at + 1]!.after);
  }
  const [row] = look(file).history;
  expect(row).toMatchObject({ enabled: items[0]!.after.enabled ? 1 : 0 });
  expect(row!.op_params).toEqual(items[0]!.after.params);
  expect(new Set(journalStates(dataDir))).toEqual(new Set(['stored']));
  expect(look(file).integrity).toBe('ok');
});

describe('a new preview', () => {
  test('is asked for by an edit, by one that changes nothing, and by taking it back; not by one that is refused', async () => {
    const { edits, askedFor } = startEdits();
    await edits.apply(exposure, { params: { exposure: 1 } });
    await edits.apply(exposure, { params: { exposure: 1 } });
    await edits.undo(exposure);
    expect(askedFor).toEqual([1, 1, 1]);
    expect(await codeOf(edits.apply(exposure, { params: { exposure: 99 } }))).toBe('invalid_body');
    expect(askedFor).toHaveLength(3);
  });

  test('that cannot be asked for is told, and the edit is stored', async () => {
    const { edits, file } = startEdits({ askForPreview: () => Promise.reject(new Error('the disk is full')) });
    await expect(edits.apply(exposure, { params: { exposure: 1 } })).rejects.toMatchObject({
      code: 'queue_error',
      message: 'The edit is stored, but no new preview could be queued: the disk is full',
    });
    expect(paramsIn(file, 1, 'exposure').exposure).toBe(1);
  });
});
