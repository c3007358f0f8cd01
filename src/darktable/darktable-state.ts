import { heartbeatAge, isAnswering, readHeartbeat, type Heartbeat } from './bridge-heartbeat.ts';
import { runningDarktable, type RunningDarktable } from './running.ts';

/** The state of darktable and its plugin, as far as a library is concerned. */
export interface DarktableState {
  /** The darktable that has the library open. */
  running: RunningDarktable | null;
  /** The plugin's last heartbeat, for any library; null when there never was one. */
  heartbeat: Heartbeat | null;
  /** Seconds. */
  heartbeatAge: number | null;
  /** The plugin takes jobs for this library. */
  answers: boolean;
}

/** The current state. Takes a few milliseconds where many processes run. */
export function darktableState(library: string, heartbeatFile: string): DarktableState {
  const heartbeat = readHeartbeat(heartbeatFile);
  const running = runningDarktable(library);
  return {
    running,
    heartbeat,
    heartbeatAge: heartbeat && heartbeatAge(heartbeat),
    answers: isAnswering(heartbeat, { library, darktableRuns: () => running !== null }),
  };
}
