import { readFileSync } from 'node:fs';
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
    rests = now - last <= 2 ? rests + 1 : 0;
    last = now;
  }
}
