import { darktableState } from '../../darktable/darktable-state.ts';
import { canOrganise, canReach, refuseIfOpened, refuseWhileOpen } from '../writing/which-way.ts';
import { directWay } from './direct.ts';
import type { OrganisedWriteStep } from './mark-transaction.ts';
import type { ChooseOrganisingWay } from './mark-ways.ts';
import { bridgeWay, type BridgeWayOptions } from './plugin.ts';

export interface ChooseOrganisingWayOptions extends BridgeWayOptions {
  /** The file of the journal. */
  journal: string;
  /** The plugin's heartbeat. */
  heartbeat: string;
  onStep?: ((step: OrganisedWriteStep) => void) | undefined;
}

/** See [Note: Two writers]. */
export function chooseOrganisingWay(options: ChooseOrganisingWayOptions): ChooseOrganisingWay {
  const { library, journal, heartbeat, onStep } = options;
  const direct = directWay({ library, journal, guard: () => refuseIfOpened(library.file), onStep });
  const bridge = bridgeWay(options);
  return () => {
    const state = darktableState(library.file, heartbeat);
    if (canReach(state, canOrganise)) return bridge;
    // To look for darktable takes longer than to write; the guard looks once more.
    return state.holder === null ? direct : { ...direct, refuse: () => refuseWhileOpen(state, canOrganise) };
  };
}
