import type { DarktableState } from '../darktable/darktable-state.ts';
import type { RendererSettings } from './renderer-settings.ts';

export type Kind = 'refresh' | 'export';

/** `giveBack`: the jobs that we hold are for somebody else. `reason`: in words for people; null: nothing is wrong. */
export type Verdict = { may: true } | { may: false; reason: string | null; giveBack: boolean };

export interface MayRenderFacts {
  settings: Pick<RendererSettings, 'renderer' | 'queuesPaused'>;
  library: { file: string; isReadable: boolean };
  darktable: DarktableState;
  /** Of the plugin's last configuration. */
  bridgeRevision: string | null;
  /** How long to wait for a silent plugin after its last heartbeat. */
  silenceMs: number;
}

/** Whether Safelight's own renderer may do jobs of that kind now. */
export function mayRender(
  kind: Kind,
  { settings: { renderer, queuesPaused }, library, darktable, bridgeRevision, silenceMs }: MayRenderFacts,
): Verdict {
  if (queuesPaused) return { may: false, reason: 'the queues are paused', giveBack: false };
  if (renderer === 'bridge') return { may: false, reason: null, giveBack: true };
  if (!library.isReadable) return { may: false, reason: 'the library cannot be read', giveBack: false };
  const { answers, heartbeat, heartbeatAge } = darktable;
  if (answers) {
    if (renderer === 'darktable-cli' && isLeftToUs(kind, darktable, bridgeRevision)) return { may: true };
    return { may: false, reason: null, giveBack: renderer === 'auto' };
  }
  const isSilent =
    renderer === 'auto' &&
    heartbeat !== null &&
    heartbeat.state !== 'stopped' &&
    heartbeat.library === library.file &&
    (heartbeatAge ?? 0) * 1000 < silenceMs;
  return isSilent ? { may: false, reason: 'the plugin may come back', giveBack: false } : { may: true };
}

/** With `darktable-cli` the plugin must leave these jobs to us: whether it has read that and finished its own. */
export function isLeftToUs(
  kind: Kind,
  { heartbeat }: Pick<DarktableState, 'heartbeat'>,
  bridgeRevision: string | null,
): boolean {
  if (heartbeat === null) return false;
  return heartbeat.revision === bridgeRevision && heartbeat.job?.startsWith(`${kind} `) !== true;
}
