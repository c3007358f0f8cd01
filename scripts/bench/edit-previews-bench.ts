import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DevelopStep } from '../../src/library/develop-state.ts';
import { developed } from '../../src/testing/develop-steps.ts';
import { makeLibrary } from '../../src/testing/library-fixture.ts';
import type { BenchRun } from './bench-run.ts';
import { withSafelight } from './bench-run.ts';
import { median } from './load.ts';
import { type Bare, barePipe } from './pictures-bench.ts';
import { factsOf } from './query-kinds.ts';
import type { ResidentStage } from '../../src/testing/resident-stage.ts';
import type { SafelightServer } from './safelight-server.ts';

/** Longer than larger previews wait for somebody who edits, and take. */
const REST_MS = 12_000;

interface Edit {
  name: string;
  image: 'light' | 'heavy';
  operation: string;
  /** Each is another value. */
  params: (k: number) => Record<string, number>;
  /** Of the time of the bare pipe. */
  most: number;
}

const EDITS: Edit[] = [
  {
    name: 'exposure of a light history',
    image: 'light',
    operation: 'exposure',
    params: (k) => ({ exposure: k / 50 }),
    most: 0.6,
  },
  {
    name: 'a late module',
    image: 'heavy',
    operation: 'colorbalancergb',
    params: (k) => ({ vibrance: k / 50 }),
    most: 0.6,
  },
  {
    name: 'an early module',
    image: 'heavy',
    operation: 'temperature',
    params: (k) => ({ red: 2 + k / 50 }),
    most: 1.5,
  },
];

/** How soon edits are answered with a preview (`PATCH …?preview=large`) while all sizes are rendered, in a row and after a rest. */
export async function benchEditPreviews(
  bench: BenchRun,
  {
    stage,
    picture,
    histories,
  }: { stage: ResidentStage; picture: string; histories: Record<Edit['image'], DevelopStep[]> },
): Promise<void> {
  const times = bench.isQuick ? 4 : 10;
  const bare: Record<Edit['image'], Bare> = {
    light: await barePipe(stage, picture, developed({ history: histories.light }), 3),
    heavy: await barePipe(stage, picture, developed({ history: histories.heavy }), 3),
  };
  const folder = join(stage.folder, 'edits');
  const stored = (steps: DevelopStep[]) =>
    steps.map(({ operation, module, params }) => ({ operation, module, params: params! }));
  const { file, data } = makeLibrary({
    folder: join(folder, 'darktable'),
    images: (['light', 'heavy'] as const).map((name, at) => ({
      id: at + 1,
      film: stage.folder,
      filename: picture.replace(/^.*\//, ''),
      version: at,
      history: stored(histories[name]),
      isComplete: true,
    })),
  });
  const dataDir = join(folder, 'data');
  await mkdir(dataDir, { mode: 0o700 });
  await writeFile(join(dataDir, 'settings.json'), JSON.stringify({ renderer: 'auto' }), { mode: 0o600 });
  const facts = { ...factsOf(file, data), thumbIds: [] };
  const library = { images: 2, file, dataDir, cache: join(folder, 'cache'), thumbs: '', facts };
  await withSafelight(library, async (server) => {
    for (const edit of EDITS) {
      const { pipeMs } = bare[edit.image];
      // The first one opens the photograph.
      await patch(server, edit, 0);
      const inARow = [];
      for (let k = 1; k <= times; k++) inARow.push(await patch(server, edit, k));
      await sleep(REST_MS);
      const rested = await patch(server, edit, times + 1);
      const ms = median(inARow);
      bench.report({
        name: `edit with its preview of 1440 × 900, ${edit.name}, of the bare pipe`,
        value: ms / pipeMs,
        unit: '×',
        limit: { most: edit.most },
        detail: `${ms.toFixed(0)} ms, of ${times} in a row; ${rested.toFixed(0)} ms after a rest; the bare pipe ${pipeMs.toFixed(0)} ms`,
      });
    }
  });
}

async function patch(
  { url, headers }: SafelightServer,
  { image, operation, params }: Edit,
  k: number,
): Promise<number> {
  const begun = performance.now();
  const id = image === 'light' ? 1 : 2;
  const answer = await fetch(`${url}/api/v1/images/${id}/modules/${operation}?preview=large`, {
    method: 'PATCH',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ params: params(k) }),
  });
  const { size } = await answer.blob();
  if (answer.status !== 200 || size === 0 || answer.headers.has('x-preview-warning'))
    throw new Error(`PATCH answered ${answer.status}`);
  return performance.now() - begun;
}
