import type { WantedStep } from '../../darktable/operation-jobs.ts';
import { newestSteps, operationOf, priorityOf } from '../rules/newest-steps.ts';
import type { PipeFacts } from '../rules/pipe-facts.ts';
import type { Row } from '../writing/row-changes.ts';

const nameOf = (row: Row) => String(row.multi_name ?? '');
const bytesOf = (value: unknown) => (Buffer.isBuffer(value) ? value : Buffer.alloc(0));

export const wantedStep = (row: Row): WantedStep => ({
  operation: operationOf(row),
  version: Number(row.module ?? 0n),
  enabled: row.enabled !== 0n,
  params: bytesOf(row.op_params),
});

/** Whether these are among the newest steps of a history. darktable may have taken them to newer versions of their modules. */
export function holdsSteps(history: { end: number; steps: readonly Row[] }, wanted: readonly WantedStep[]): boolean {
  const newest = newestSteps(history).map(wantedStep);
  return wanted.every((step) => newest.some((one) => isSame(one, step)));
}

const isSame = (one: WantedStep, wanted: WantedStep) =>
  one.operation === wanted.operation &&
  one.enabled === wanted.enabled &&
  (one.version !== wanted.version || Buffer.compare(one.params, wanted.params) === 0);

/**
 * Why darktable would not put a step on the instance that it is for: it looks for the name alone, and gives a further instance a free
 * number (4.2.1, 5.0.1, 5.4.1). `there`: the newest steps of the image; `priority`: the
 * instance that it shall become. null: it does.
 */
export function instanceObstacle(
  step: Row,
  priority: number,
  there: readonly Row[],
  { factsOf }: Pick<PipeFacts, 'factsOf'>,
): string | null {
  const operation = operationOf(step);
  const instances = there.filter((row) => operationOf(row) === operation);
  if (instances.length === 0 || factsOf(operation)?.isSingleInstance === true) return null;
  const same = instances.filter((row) => nameOf(row) === nameOf(step));
  const isOfFirst = nameOf(step) === '' && priority !== 0;
  if (isOfFirst || same.length > 1 || same.some((row) => priorityOf(row) !== priority))
    return `Two instances of ${operation} have the same name, so darktable cannot tell them apart. Rename one in the darkroom, or close darktable and try again.`;
  return null;
}
