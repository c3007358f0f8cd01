import { join } from 'node:path';
import type { BaselineJob } from './baseline-server.ts';
import { startChild, type ChildServer } from './child-server.ts';
import type { Contender } from './comparison.ts';
import type { LoadFigures, LoadGenerator } from './load.ts';

export interface Baseline {
  name: string;
  server: ChildServer;
}

/** Starts servers that send the files of a folder. */
export function startBaselines(jobs: readonly (BaselineJob & { name: string })[]): Promise<Baseline[]> {
  const script = join(import.meta.dirname, 'baseline-server.ts');
  return Promise.all(
    jobs.map(async ({ name, ...job }) => ({
      name,
      server: await startChild([script, JSON.stringify(job)], { NODE_ENV: 'production' }),
    })),
  );
}

/** As contenders: `load` is what each is asked. */
export function rivalsOf(
  baselines: readonly Baseline[],
  generator: LoadGenerator,
  load: Omit<Parameters<LoadGenerator['run']>[0], 'url'>,
): Contender[] {
  return baselines.map(({ name, server: { url, pid } }) => ({
    name,
    pid,
    run: (): Promise<LoadFigures> => generator.run({ ...load, url }),
  }));
}

export const stopAll = (baselines: readonly Baseline[]): Promise<unknown> =>
  Promise.all(baselines.map(({ server }) => server.stop()));
