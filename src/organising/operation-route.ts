import type { Heartbeat } from '../darktable/bridge-heartbeat.ts';
import type { DarktableState } from '../darktable/darktable-state.ts';
import { AppError } from '../platform/errors.ts';
import type { ChangeRoute } from './change-journal.ts';
import { canReach, refuseWhileDarktableRuns } from './choose-way.ts';

/**
 * As for decisions. Throws `db_write_error` with advice while darktable has the library open without a capable plugin. `onlyClosed`: what is said
 * of an operation that no plugin can do while darktable has the library open. `can`: what its plugin must be able to do.
 */
export function operationRoute(
  state: DarktableState,
  onlyClosed: string | null,
  can: (heartbeat: Heartbeat) => boolean = ({ operated }) => operated !== null,
): ChangeRoute {
  const isReached = canReach(state, can);
  if (onlyClosed !== null && (isReached || state.running !== null)) throw new AppError('db_write_error', onlyClosed);
  if (isReached) return 'bridge';
  refuseWhileDarktableRuns(state, can);
  return 'direct';
}
