import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';

/** Until the process has nothing more to compute: its pictures are rendered, and what was picked has arrived. */
export async function rested(pid: number): Promise<void> {
  const [LOOK_MS, RESTS] = [300, 4];
  const ticks = () => {
    // After the name in parentheses, which may hold spaces: user and system time are the 12th and 13th.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)!.split(' ');
    return Number(fields[11]) + Number(fields[12]);
  };
  for (let rests = 0, last = ticks(); rests < RESTS;) {
    await setTimeout(LOOK_MS);
    const now = ticks();
    rests = now - last <= 2 && !isReady(pid) ? rests + 1 : 0;
    last = now;
  }
}

/** Whether a thread runs, or would if the processor were free: where others work, too, it computes little and is not at rest. */
function isReady(pid: number): boolean {
  return readdirSync(`/proc/${pid}/task`).some((thread) => {
    try {
      return readFileSync(`/proc/${pid}/task/${thread}/stat`, 'utf8').split(') ').at(-1)!.startsWith('R');
    } catch {
      // It has ended.
      return false;
    }
  });
}
