import { darktableState } from '../darktable/darktable-state.ts';
import { bridgeWay, type BridgeWayOptions } from './bridge-way.ts';
import { directWay, refuseWhileDarktableRuns } from './direct-way.ts';
import type { ChooseWay } from './edit-ways.ts';

export interface ChooseWayOptions extends BridgeWayOptions {
  /** The plugin's sign of life. */
  heartbeat: string;
}

/**
 * darktable runs and the plugin answers in it: through darktable. It runs without: refused, see [Note: Two writers]. It does not
 * run: straight into the file, which asks once more when nobody else can write.
 */
export function chooseEditWay(options: ChooseWayOptions): ChooseWay {
  const { library, heartbeat } = options;
  const direct = directWay({ library });
  const bridge = bridgeWay(options);
  return () => {
    const { running, answers } = darktableState(library.file, heartbeat);
    // A darktable that crashed leaves a fresh sign of life. On Linux it is known to be gone; elsewhere that is not certain enough.
    if (answers && (running || process.platform !== 'linux')) return bridge;
    if (running) refuseWhileDarktableRuns(library.file);
    return direct;
  };
}
