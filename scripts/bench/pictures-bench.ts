import { execFile } from 'node:child_process';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { DevelopState } from '../../src/library/develop-state.ts';
import { developXmp } from '../../src/renderer/xmp.ts';
import { blend, circle, developed, maskManager, step } from '../../src/testing/develop-steps.ts';
import { dng } from '../../src/testing/pictures/dng.ts';
import { exposureParams, packParams } from '../../src/testing/pictures/params.ts';
import { colourQuarters } from '../../src/testing/pictures/pixels.ts';
import { cli, residentStage, type ResidentStage } from '../../src/testing/resident-stage.ts';
import { usualParams } from '../../src/testing/usual-params.ts';
import { orderWithTwoExposures } from '../../src/testing/module-order.ts';
import type { BenchRun } from './bench-run.ts';
import { benchEditPreviews } from './edit-previews-bench.ts';
import { median } from './load.ts';

/** What somebody changes. Each figure is another value of it, so that nothing is shown from the cache. */
type Change = (value: number) => DevelopState;

const WIDTH = 6000;
const HEIGHT = 4000;
const MEGAPIXELS = '24 megapixels';
const SCREEN = { width: 1440, height: 1440 };
const IDLE_MS = 10_000;

const params = (operation: string, version: number, patch: Record<number, number> = {}) => {
  const blob = Buffer.from(usualParams(operation, version));
  for (const [at, value] of Object.entries(patch)) blob.writeFloatLE(value, Number(at));
  return blob;
};

/** With the color science v6: that of v7 is left to darktable-cli by 4.2.1. */
function filmic(): Buffer {
  const blob = params('filmicrgb', 6);
  blob.writeInt32LE(3, 76);
  return blob;
}

/** Exposure twice, one of them under a drawn circle; crop, color balance rgb and filmic rgb. */
function heavy({ red = 2, exposure = 0, vibrance = 0 }: { red?: number; exposure?: number; vibrance?: number }) {
  return developed({
    history: [
      maskManager(0),
      step(1, { operation: 'temperature', module: 3, params: packParams('ffff', red, 1, 1.6, 1) }),
      step(2, { params: exposureParams(exposure) }),
      step(3, { params: exposureParams(0.7), priority: 1, blendParams: blend(1001) }),
      step(4, { operation: 'crop', module: 1, params: packParams('ffffii', 0.05, 0.05, 0.95, 0.95, 0, 0) }),
      step(5, {
        operation: 'colorbalancergb',
        module: 5,
        params: params('colorbalancergb', 5, { [VIBRANCE]: vibrance }),
      }),
      step(6, { operation: 'filmicrgb', module: 6, params: filmic() }),
    ],
    masks: circle(0.5, 0.5),
    order: { version: 0, list: orderWithTwoExposures },
  });
}

/** The offset of `vibrance` in version 5 of color balance rgb. */
const VIBRANCE = 116;

const late: Change = (value) => heavy({ vibrance: value / 50 });
const middle: Change = (value) => heavy({ exposure: value / 50 });
const early: Change = (value) => heavy({ red: 2 + value / 50 });
const light: Change = (value) => developed({ history: [step(0, { params: exposureParams(value / 50) })] });

const draft = (side: number) => ({ view: { box: { width: side, height: side } }, isDraft: true });
const atRest = { view: { box: SCREEN } };
const region = { view: { region: { x: 2000, y: 1400, width: 1440, height: 960, scale: 1 } } };

/**
 * `most`: of the time of the bare pipe; null: for information. `from`: the first module that is computed anew, by its name (4.2.1) or operation (5.x),
 * where the size is that of the bare pipe; then of its steps from there on.
 */
interface Measure {
  name: string;
  change: Change;
  how: Parameters<ResidentStage['render']>[2];
  most: number | null;
  from?: RegExp;
}

/** darktable's own time for the same steps, and a fifth for the JPEG and the way to it. */
const MOST_OF_STEPS = 1.2;

const MEASURES: Measure[] = [
  { name: 'late module, draft of 720 pixels', change: late, how: draft(720), most: 0.18 },
  { name: 'late module, draft of 1080 pixels', change: late, how: draft(1080), most: 0.27 },
  { name: 'late module, 1440 pixels', change: late, how: atRest, most: MOST_OF_STEPS, from: /^color ?balance ?rgb/ },
  { name: 'late module, 1440 × 960 at 100 %', change: late, how: region, most: null },
  { name: 'exposure, draft of 720 pixels', change: middle, how: draft(720), most: null },
  { name: 'exposure, 1440 pixels', change: middle, how: atRest, most: MOST_OF_STEPS, from: /^exposure/ },
  { name: 'early module, draft of 1080 pixels', change: early, how: draft(1080), most: 0.32 },
  {
    name: 'early module, 1440 pixels',
    change: early,
    how: atRest,
    most: MOST_OF_STEPS,
    from: /^(white balance|temperature)/,
  },
  { name: 'light history, 1440 pixels', change: light, how: atRest, most: 0.23 },
];

/** How soon pictures come from the resident darktable, beside the pipe of `darktable-cli -d perf` for the same picture. */
export async function benchPictures(bench: BenchRun): Promise<void> {
  await using stage = residentStage({ idleMs: IDLE_MS });
  const raw = dng(colourQuarters(WIDTH, HEIGHT));
  const picture = await stage.write('picture.dng', raw);
  const times = bench.isQuick ? 3 : 9;
  const bare = await barePipe(stage, picture, heavy({}), times);
  bench.report({
    name: `darktable-cli's pipe alone, 1440 pixels, ${MEGAPIXELS}`,
    ...inMs(bare.pipeMs),
    detail: `decoding ${bare.decodeMs.toFixed(0)} ms, the whole program ${bare.wholeMs.toFixed(0)} ms`,
  });

  // The self-test, before anything counts.
  await stage.render(await stage.write('small.dng', dng(colourQuarters(600, 400))), light(0));
  const memory = watchMemory(stage);
  for (const { name, change, how, most, from } of MEASURES) {
    await stage.render(picture, change(0), how);
    const before = await processorMs(stage);
    const ms = await medianOf(times, (k) => stage.render(picture, change(k + 1), how));
    const each = ((await processorMs(stage)) - before) / times;
    const [ofPipe, ofSteps] = [ms / bare.pipeMs, from ? ms / stepsFrom(bare, from) : NaN];
    bench.report({
      name: `${name}, after a change, of ${from ? 'the same steps of the bare pipe' : 'the bare pipe'}`,
      value: from ? ofSteps : ofPipe,
      unit: '×',
      limit: most === null ? null : { most },
      detail: `${ms.toFixed(0)} ms${from ? `, ${ofPipe.toFixed(2)} of the whole pipe` : ''}; ${each.toFixed(0)} ms of processor time`,
    });
  }
  await benchUnopened(bench, { stage, raw, bare, count: bench.isQuick ? 3 : 6 });
  bench.report({
    name: 'memory of the process, most',
    value: memory.mostMb(),
    unit: 'MB',
    limit: { most: 1200 },
    detail: MEGAPIXELS,
  });
  if (!bench.isQuick) await benchGrowth(bench, stage, picture);
  memory.stop();
  const { pid } = stage.renderer;
  while (stage.renderer.pid !== null) await sleep(IDLE_MS / 10);
  bench.report({
    name: 'memory of the process after idle time',
    value: 0,
    unit: 'MB',
    limit: { most: 0 },
    detail: `process ${pid} has ended`,
  });
  await benchEditPreviews(bench, {
    stage,
    picture,
    // The library of the bench has no masks.
    histories: {
      light: light(0).history,
      heavy: heavy({}).history.filter(({ priority, params }) => priority === 0 && params !== null),
    },
  });
}

/** Raws one after the other, each seen for the first time. */
async function benchUnopened(
  bench: BenchRun,
  { stage, raw, bare, count }: { stage: ResidentStage; raw: Buffer; bare: Bare; count: number },
): Promise<void> {
  const files = await Promise.all(Array.from({ length: count }, (_, k) => stage.write(`row-${k}.dng`, raw)));
  const ms = await medianOf(count, (k) => stage.render(files[k]!, heavy({}), atRest));
  const alone = bare.decodeMs + bare.pipeMs;
  // 5.4.1 does not tell what decoding takes.
  if (!Number.isNaN(alone))
    bench.report({
      name: 'first picture of a raw, 1440 pixels, of decoding and pipe alone',
      value: ms / alone,
      unit: '×',
      limit: { most: 1.5 },
      detail: `${ms.toFixed(0)} ms, ${alone.toFixed(0)} ms`,
    });
  bench.report({
    name: 'previews of unopened raws a minute, of one darktable-cli each',
    value: bare.wholeMs / ms,
    unit: '×',
    limit: { least: 3 },
    detail: `${(60_000 / ms).toFixed(0)} and ${(60_000 / bare.wholeMs).toFixed(0)}`,
  });
}

const RENDERS = 1_900;
const SETTLED = 200;

async function benchGrowth(bench: BenchRun, stage: ResidentStage, picture: string): Promise<void> {
  const { pid } = stage.renderer;
  let early = 0;
  for (let k = 0; k < RENDERS; k++) {
    await stage.render(picture, middle(k % 97), draft(360));
    if (k === SETTLED) early = await residentMb(pid!);
  }
  const growth = stage.renderer.pid === pid ? (await residentMb(pid!)) - early : NaN;
  bench.report({
    name: `growth of its memory by ${RENDERS - SETTLED} renders`,
    value: growth,
    unit: 'MB',
    limit: { most: 50 },
    detail: `from ${early.toFixed(0)} MB`,
  });
}

const inMs = (value: number) => ({ value, unit: 'ms', limit: null }) as const;

async function medianOf(times: number, work: (k: number) => Promise<unknown>): Promise<number> {
  const all: number[] = [];
  for (let k = 0; k < times; k++) {
    const begun = performance.now();
    await work(k);
    all.push(performance.now() - begun);
  }
  return median(all);
}

export interface Bare {
  decodeMs: number;
  pipeMs: number;
  /** From the start of the program to its end. */
  wholeMs: number;
  steps: Step[];
}
type Step = { module: string; ms: number };

/** What that step and those after it take. */
function stepsFrom({ steps }: Bare, from: RegExp): number {
  const first = steps.findIndex(({ module }) => from.test(module));
  return steps.slice(Math.max(0, first)).reduce((sum, { ms }) => sum + ms, 0);
}

export async function barePipe(
  stage: ResidentStage,
  picture: string,
  state: DevelopState,
  times: number,
): Promise<Bare> {
  const folder = join(stage.folder, 'bare');
  await mkdir(folder, { recursive: true });
  const [sidecar, out] = [join(folder, 'state.xmp'), join(folder, 'out.jpg')];
  await writeFile(sidecar, developXmp(state));
  const runs: Bare[] = [];
  for (let k = 0; k < times; k++) {
    await rm(out, { force: true });
    const begun = performance.now();
    const { stdout, stderr } = await promisify(execFile)(
      cli[0],
      [
        picture,
        sidecar,
        out,
        '--width',
        '1440',
        '--height',
        '1440',
        '--hq',
        'false',
        '--core',
        '-d',
        'perf',
        '--library',
        ':memory:',
        '--disable-opencl',
        '--conf',
        'write_sidecar_files=never',
        '--configdir',
        join(folder, 'config'),
        '--cachedir',
        join(folder, 'cache'),
      ],
      { maxBuffer: 10_000_000 },
    );
    const wholeMs = performance.now() - begun;
    const told = (pattern: RegExp) => 1000 * Number(pattern.exec(stdout + stderr)?.[1] ?? NaN);
    runs.push({
      wholeMs,
      decodeMs: told(/took ([\d.]+) secs [^\n]*to load the image/),
      pipeMs: told(/pixel pipeline processing took ([\d.]+) secs/),
      steps: [...(stdout + stderr).matchAll(/took ([\d.]+) secs [^\n]*processed `([^']+)'/g)].map(
        ([, seconds, module]) => ({ module: module!, ms: 1000 * Number(seconds) }),
      ),
    });
  }
  const middleOf = (pick: (run: Bare) => number) => median(runs.map(pick));
  return {
    wholeMs: middleOf((run) => run.wholeMs),
    decodeMs: middleOf((run) => run.decodeMs),
    pipeMs: middleOf((run) => run.pipeMs),
    steps: runs[0]!.steps.map(({ module }, at) => ({ module, ms: middleOf(({ steps }) => steps[at]?.ms ?? NaN) })),
  };
}

async function residentMb(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1]) / 1024;
}

/** What the process has used of all processors. */
async function processorMs({ renderer }: ResidentStage): Promise<number> {
  const fields = (await readFile(`/proc/${renderer.pid}/stat`, 'utf8')).split(') ')[1]!.split(' ');
  // utime and stime, in hundredths of a second.
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

function watchMemory(stage: ResidentStage) {
  let most = 0;
  const timer = setInterval(() => {
    const { pid } = stage.renderer;
    if (pid !== null)
      residentMb(pid).then(
        (mb) => (most = Math.max(most, mb)),
        () => undefined,
      );
  }, 100);
  return { mostMb: () => most, stop: () => clearInterval(timer) };
}
