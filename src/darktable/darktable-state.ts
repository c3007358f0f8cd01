import { heartbeatAge, isAnswering, readHeartbeat, type Heartbeat } from './bridge-files.ts';
import { runningDarktable, type RunningDarktable } from './running.ts';

/** How it stands with darktable and the plugin in it, as far as a library is concerned. */
export interface DarktableState {
  /** The darktable that has the library open. */
  running: RunningDarktable | null;
  /** The plugin's last sign of life, of whichever library; null when there never was one. */
  heartbeat: Heartbeat | null;
  /** Seconds. */
  heartbeatAge: number | null;
  /** The plugin takes jobs of this library. */
  answers: boolean;
}

/** As it is at this moment. Takes some milliseconds where many processes run. */
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
