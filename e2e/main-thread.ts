import type { Browser } from '@playwright/test';

interface TraceEvent {
  ph: string;
  name: string;
  pid: number;
  tid: number;
  /** Thread time in µs: the processor time of the task itself, however long other programs had the processor. */
  tdur?: number;
  args: { name?: string };
}

/**
 * How long each task of the pages' main threads took, in ms of processor time, during an action. The browser's own
 * "long tasks" include time taken by other programs, and so say more about the machine than about the page.
 */
export async function mainThreadTasks(browser: Browser, doing: () => Promise<unknown>): Promise<number[]> {
  await browser.startTracing(undefined, { categories: ['toplevel'] });
  let trace: Buffer;
  try {
    await doing();
  } finally {
    trace = await browser.stopTracing();
  }
  const { traceEvents } = JSON.parse(trace.toString()) as { traceEvents: TraceEvent[] };
  const thread = ({ pid, tid }: TraceEvent) => `${pid} ${tid}`;
  const main = new Set(
    traceEvents
      .filter(({ ph, name, args }) => ph === 'M' && name === 'thread_name' && args.name === 'CrRendererMain')
      .map(thread),
  );
  return traceEvents
    .filter((event) => event.ph === 'X' && event.name.endsWith('RunTask') && main.has(thread(event)))
    .map(({ tdur = 0 }) => tdur / 1000);
}

/** Total blocking time in processor time: how much longer than 50 ms the tasks took. */
export const blockingTime = (tasks: readonly number[]) => tasks.reduce((sum, ms) => sum + Math.max(0, ms - 50), 0);
