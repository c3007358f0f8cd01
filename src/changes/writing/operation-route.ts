import type { Heartbeat } from '../../darktable/bridge-heartbeat.ts';
import type { DarktableState } from '../../darktable/darktable-state.ts';
import type { ChangeRoute } from '../journal/change-journal.ts';
import { canReach, refuseWhileDarktableRuns } from '../marks/choose-way.ts';

/**
 * As for decisions. Throws `db_write_error` with advice while darktable has the library open without a capable plugin. `can`: what
 * its plugin must be able to do.
 */
export function operationRoute(
  state: DarktableState,
  can: (heartbeat: Heartbeat) => boolean = ({ operated }) => operated !== null,
): ChangeRoute {
  if (canReach(state, can)) return 'bridge';
  refuseWhileDarktableRuns(state, can);
  return 'direct';
}
