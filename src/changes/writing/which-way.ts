import type { Heartbeat } from '../../darktable/bridge-heartbeat.ts';
import type { DarktableState } from '../../darktable/darktable-state.ts';
import { holderWords, libraryHolder } from '../../darktable/running.ts';
import { AppError } from '../../platform/errors.ts';
import type { ChangeRoute } from '../journal/change-journal.ts';

/**
 * [Note: Two writers] darktable never waits for a lock and keeps the histories of open images in memory. So there is one way at a time: through a
 * darktable whose plugin responds and can do it; straight into the library while no darktable has it open; none while one has it open without such
 * a plugin.
 */
export type Ability = (heartbeat: Heartbeat) => boolean;

export const canEdit: Ability = () => true;
export const canOrganise: Ability = ({ organised }) => organised !== null;
export const canOperate: Ability = ({ operated }) => operated !== null;

/** Whether there is a darktable whose plugin responds and can do it. */
export function canReach({ running, heartbeat, answers }: DarktableState, can: Ability): boolean {
  // A crashed darktable leaves a fresh heartbeat. Only on Linux can we be sure that its process is gone.
  const isThere = answers && (running !== null || process.platform !== 'linux');
  return isThere && can(heartbeat!);
}

/** Whether no darktable has the library open. */
export const isClosed = (state: DarktableState): boolean => state.holder === null && !canReach(state, () => true);

/** Throws `db_write_error` with advice where there is none. */
export function routeFor(state: DarktableState, can: Ability): ChangeRoute {
  if (canReach(state, can)) return 'bridge';
  refuseWhileOpen(state, can);
  return 'direct';
}

/** Throws `db_write_error` with advice while a darktable has the library open whose plugin cannot do it. */
export function refuseWhileOpen({ running, holder, heartbeat, answers }: DarktableState, can: Ability): void {
  if (!holder) return;
  if (!running) throw refused(`${holderWords(holder)}.`);
  const isOld = answers && heartbeat !== null && !can(heartbeat);
  throw refused(`${holderWords(holder)}${isOld ? TOO_OLD : advice(heartbeat, answers)}`);
}

/** The same, asked in the middle of a transaction: darktable was closed when it began. */
export function refuseIfOpened(library: string): void {
  const holder = libraryHolder(library);
  if (holder)
    throw refused(`${holderWords(holder)}${holder.networkDrive === null ? '. Close darktable and try again.' : '.'}`);
}

const refused = (why: string) => new AppError('db_write_error', `The change was not stored: ${why}`);

const TOO_OLD = ', and its plugin is too old for this. Update the plugin and restart darktable, or close darktable.';

function advice(heartbeat: Heartbeat | null, answers: boolean): string {
  if (answers || heartbeat?.state === 'stopped') return ' and is being started or closed. Try again in a few seconds.';
  return ', but the plugin does not respond. Close darktable, or install the plugin and restart darktable.';
}
