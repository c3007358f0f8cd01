import { copyFileSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { PictureDecoder } from '../../previews/picture-decoder.ts';
import { openFarmStage } from '../../testing/farm-stage.ts';
import { dng } from '../../testing/pictures/dng.ts';
import { colourQuarters } from '../../testing/pictures/pixels.ts';
import { installedDarktable } from '../../testing/resident-stage.ts';

test('a worker makes the same previews and exports as this computer', async () => {
  const stage = await openFarmStage({
    images: 2,
    workers: ['w1'],
    real: { installation: installedDarktable, photograph: dng(colourQuarters(1800, 1200)), ending: '.dng' },
    settings: { previewLevels: [0, 2] },
  });
  const decoder = new PictureDecoder();
  onTestFinished(async () => {
    decoder.close();
    await stage.close();
  });
  const preview = (level: number, id: number) => join(stage.dataDir, 'previews', String(level), `${id}.jpg`);
  const exported = join(stage.dataDir, 'exports', '1.jpg');
  const isDone = () => stage.queues.refresh.depth() + stage.queues.exports.depth() === 0;
  const askAndWait = async () => {
    await stage.queues.refresh.appendMany([1, 2]);
    await stage.queues.exports.append(1);
    await stage.until('all is done', isDone, 120_000);
    expect([...stage.queues.refresh.failures(), ...stage.queues.exports.failures()]).toEqual([]);
  };

  await stage.broker.start();
  await stage.startWorker('w1');
  await askAndWait();
  expect(stage.farm.state()).toMatchObject({ done: 3, failed: 0 });
  const theirs = [preview(0, 1), preview(2, 2), exported].map((file, at) => {
    const copy = join(stage.folder, `theirs-${at}.jpg`);
    copyFileSync(file, copy);
    return { file, copy, madeMs: statSync(file).mtimeMs };
  });

  stage.change({ farmBroker: '', renderer: 'darktable-cli' });
  await askAndWait();
  for (const { file, copy, madeMs } of theirs) {
    expect(statSync(file).mtimeMs).toBeGreaterThan(madeMs);
    const [here, there] = [await decoder.measure(file), await decoder.measure(copy)];
    expect({ width: there.width, height: there.height }).toEqual({ width: here.width, height: here.height });
    expect(await decoder.difference(file, copy)).toBeLessThan(1);
    expect(readFileSync(copy).length).toBeGreaterThan(1_000);
  }
}, 300_000);
