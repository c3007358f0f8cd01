import { heartbeatAge, isAnswering, readHeartbeat, type Heartbeat } from './bridge-heartbeat.ts';
import { libraryHolder, type LibraryHolder, type RunningDarktable } from './running.ts';

/** The state of darktable and its plugin, as far as a library is concerned. */
export interface DarktableState {
  /** The darktable of this computer that has the library open. */
  running: RunningDarktable | null;
  /** The same, or one that has only data.db open, or may have it open on another computer. */
  holder: LibraryHolder | null;
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
  const holder = libraryHolder(library);
  const running = holder?.lock === null ? { pid: holder.pid } : null;
  return {
    running,
    holder,
    heartbeat,
    heartbeatAge: heartbeat && heartbeatAge(heartbeat),
    answers: isAnswering(heartbeat, { library, darktableRuns: () => running !== null }),
  };
}
