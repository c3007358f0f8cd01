import type { Heartbeat } from '../../darktable/bridge-heartbeat.ts';
import { darktableState, type DarktableState } from '../../darktable/darktable-state.ts';
import { holderWords } from '../../darktable/running.ts';
import { AppError } from '../../platform/errors.ts';
import { bridgeWay, type BridgeWayOptions } from './plugin.ts';
import { directWay } from './direct.ts';
import type { OrganisedWriteStep } from './mark-transaction.ts';
import type { ChooseOrganisingWay } from './mark-ways.ts';

export interface ChooseOrganisingWayOptions extends BridgeWayOptions {
  /** The file of the journal of changes. */
  journal: string;
  /** The plugin's heartbeat. */
  heartbeat: string;
  onStep?: ((step: OrganisedWriteStep) => void) | undefined;
}

/**
 * Like `chooseEditWay`: through a darktable whose plugin responds, directly into the library while no darktable has it open, and refused while one
 * has it open without a capable plugin.
 */
export function chooseOrganisingWay(options: ChooseOrganisingWayOptions): ChooseOrganisingWay {
  const { library, journal, heartbeat, onStep } = options;
  const guard = () => refuseWhileDarktableRuns(darktableState(library.file, heartbeat));
  const direct = directWay({ library, journal, guard, onStep });
  const bridge = bridgeWay(options);
  return () => {
    const state = darktableState(library.file, heartbeat);
    if (canReach(state, canOrganise)) return bridge;
    // To look for darktable takes longer than to write; the guard looks once more.
    return state.holder === null ? direct : { ...direct, refuse: () => refuseWhileDarktableRuns(state) };
  };
}

export type Ability = (heartbeat: Heartbeat) => boolean;
const canOrganise: Ability = ({ organised }) => organised !== null;

/** Whether there is a darktable whose plugin responds and can do it. */
export function canReach({ running, heartbeat, answers }: DarktableState, can: Ability): boolean {
  // A crashed darktable leaves a fresh heartbeat. Only on Linux can we be sure that its process is gone.
  const isThere = answers && (running !== null || process.platform !== 'linux');
  return isThere && can(heartbeat!);
}

/** Whether no darktable has the library open. */
export const isClosed = (state: DarktableState): boolean => state.holder === null && !canReach(state, () => true);

/** See [Note: Two writers]. */
export function refuseWhileDarktableRuns(
  { running, holder, heartbeat, answers }: DarktableState,
  can: Ability = canOrganise,
): void {
  if (!holder) return;
  if (!running) throw new AppError('db_write_error', `The change was not stored: ${holderWords(holder)}.`);
  const isOld = answers && heartbeat !== null && !can(heartbeat);
  throw new AppError(
    'db_write_error',
    `The change was not stored: darktable (process ${running.pid}) has this library open${isOld ? TOO_OLD : advice(heartbeat, answers)}`,
  );
}

const TOO_OLD = ', and its plugin is too old for this. Update the plugin and restart darktable, or close darktable.';

function advice(heartbeat: Heartbeat | null, answers: boolean): string {
  if (answers || heartbeat?.state === 'stopped') return ' and is being started or closed. Try again in a few seconds.';
  return ', but the plugin does not respond. Close darktable, or install the plugin and restart darktable.';
}
