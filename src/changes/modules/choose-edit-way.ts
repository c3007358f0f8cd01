import { darktableState } from '../../darktable/darktable-state.ts';
import { canEdit, routeFor } from '../writing/which-way.ts';
import { directWay } from './direct.ts';
import type { ChooseWay } from './edit-ways.ts';
import { bridgeWay, type BridgeWayOptions } from './plugin.ts';

export interface ChooseWayOptions extends BridgeWayOptions {
  /** The plugin's heartbeat. */
  heartbeat: string;
}

/** See [Note: Two writers]. */
export function chooseEditWay(options: ChooseWayOptions): ChooseWay {
  const { library, heartbeat } = options;
  const ways = { direct: directWay({ library }), bridge: bridgeWay(options) };
  return () => ways[routeFor(darktableState(library.file, heartbeat), canEdit)];
}
