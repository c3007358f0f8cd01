import { setTimeout as sleep } from 'node:timers/promises';
import { Publication, PublicationList, PublicationPlan, type Yes } from '../contract/publications.ts';
import { visible } from '../platform/visible.ts';
import { type AdminClient, runningClient } from './admin-client.ts';
import { CommandError } from './command-error.ts';
import { byName } from './by-name.ts';
import { print, printJson, remark } from './print.ts';
import type { SharedOptions } from './shared-options.ts';
import { printTable } from './table.ts';

const LOOK_MS = 500;

/** `safelight publish list`. */
export async function publishList({ dataDir, json }: SharedOptions): Promise<void> {
  const items = await publications(runningClient(dataDir));
  if (json) printJson(items);
  else if (items.length === 0) remark('There are no publications.');
  else
    printTable([
      ['NAME', 'THERE', 'FAILED', 'STATE'],
      ...items.map(({ name, progress: { items: there, failed, state, problem } }) => [
        visible(name),
        String(there),
        String(failed),
        visible(problem ?? state),
      ]),
    ]);
}

/** `safelight publish plan NAME`: what a run would do. */
export async function publishPlan({ dataDir, json }: SharedOptions, name: string): Promise<void> {
  const client = runningClient(dataDir);
  const plan = await planOf(client, await named(client, name));
  if (json) {
    printJson(plan);
    return;
  }
  if (plan.problem !== null) {
    const more = plan.needs.includes('other-destination')
      ? ' If it is: safelight publish run with --yes other-destination'
      : '';
    throw new CommandError(`${plan.problem}${more}`);
  }
  for (const [kind, count] of Object.entries(plan.counts))
    if (count > 0) print(`${String(count).padStart(6)}  ${kind}`);
  if (plan.needs.length > 0) remark(`A run leaves out what is not named: --yes ${plan.needs.join(',')}`);
}

/** `safelight publish run NAME`: publishes, and waits for the end. */
export async function publishRun({ dataDir, json }: SharedOptions, name: string, yes: Yes[]): Promise<void> {
  const client = runningClient(dataDir);
  const { id } = await named(client, name);
  const plan = await planOf(client, { id });
  await client.api('POST', `/publications/${id}/runs`, { plan: plan.id, yes });
  const { progress } = await ended(client, id);
  if (json) printJson(progress);
  else print(`There: ${progress.items}. Failed: ${progress.failed}.`);
  if (progress.problem !== null) throw new CommandError(progress.problem);
  if (progress.failed > 0) process.exitCode = 1;
}

async function ended(client: AdminClient, id: number): Promise<Publication> {
  for (;;) {
    const now = Publication.parse(await client.api('GET', `/publications/${id}`));
    const { state, problem } = now.progress;
    if (state === 'idle' || (state === 'waiting' && problem !== null)) return now;
    await sleep(LOOK_MS);
  }
}

const publications = async (client: AdminClient) =>
  PublicationList.parse(await client.api('GET', '/publications')).items;

const planOf = async (client: AdminClient, { id }: Pick<Publication, 'id'>) =>
  PublicationPlan.parse(await client.api('POST', `/publications/${id}/plan`));

const named = async (client: AdminClient, name: string): Promise<Publication> =>
  byName('publication', await publications(client), name);
