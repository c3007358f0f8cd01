import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { BRIDGE_PROTOCOL } from '../darktable/bridge-fields.ts';
import type { BridgeState, HistoryTaking } from '../darktable/bridge-heartbeat.ts';

/** A heartbeat as the plugin writes it now (docs/bridge-protocol.md). */
export function beat(
  file: string,
  fields: {
    library: string;
    state: BridgeState;
    plugin?: string;
    darktable?: string;
    job?: string;
    organised?: number;
    operated?: number;
    histories?: HistoryTaking;
    cannot_render?: string;
  },
): void {
  const now = Math.floor(Date.now() / 1000);
  const lines = { protocol: BRIDGE_PROTOCOL, plugin: '1', darktable: '4.2.1', time: now, started: now, ...fields };
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(
    file,
    Object.entries(lines)
      .map(([key, value]) => `${key}=${value}\n`)
      .join(''),
  );
}
