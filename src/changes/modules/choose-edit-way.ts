import { darktableState } from '../../darktable/darktable-state.ts';
import { bridgeWay, type BridgeWayOptions } from './plugin.ts';
import { directWay, refuseWhileDarktableRuns } from './direct.ts';
import type { ChooseWay } from './edit-ways.ts';

export interface ChooseWayOptions extends BridgeWayOptions {
  /** The plugin's heartbeat. */
  heartbeat: string;
}

/**
 * darktable is running and the plugin responds: through darktable. It is running without the plugin: refused, see [Note: Two writers].
 * It is not running: directly into the library, which checks again inside the transaction.
 */
export function chooseEditWay(options: ChooseWayOptions): ChooseWay {
  const { library, heartbeat } = options;
  const direct = directWay({ library });
  const bridge = bridgeWay(options);
  return () => {
    const { running, holder, answers } = darktableState(library.file, heartbeat);
    // A crashed darktable leaves a fresh heartbeat. Only on Linux can we be sure that its process is gone.
    if (answers && (running || process.platform !== 'linux')) return bridge;
    if (holder) refuseWhileDarktableRuns(library.file);
    return direct;
  };
}
