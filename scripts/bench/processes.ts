import { readFileSync, readdirSync } from 'node:fs';

/** What the kernel knows about processes. Only Linux has files for it; elsewhere these figures are left out. */
export const canMeasureProcesses = process.platform === 'linux';

const TICKS_PER_SECOND = 100;

/** Fields of /proc/PID/stat after the name, which may contain spaces and brackets. */
function stat(pid: number): string[] {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  return text.slice(text.lastIndexOf(')') + 2).split(' ');
}

/** A process and everything it started. */
export function processTree(pid: number): number[] {
  const children = new Map<number, number[]>();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    try {
      const parent = Number(stat(Number(name))[1]);
      children.set(parent, [...(children.get(parent) ?? []), Number(name)]);
    } catch {
      // It has ended meanwhile.
    }
  }
  const tree = [pid];
  for (const member of tree) tree.push(...(children.get(member) ?? []));
  return tree;
}

/** Seconds of processor time that a process has used so far, in all its threads. */
export function cpuSecondsOfTree(pid: number): number {
  return processTree(pid).reduce((sum, member) => {
    try {
      return sum + cpuSeconds(member);
    } catch {
      // It has ended; its time is lost to the count.
      return sum;
    }
  }, 0);
}

export function cpuSeconds(pid: number): number {
  const fields = stat(pid);
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
}

export interface Memory {
  pid: number;
  /** The script that it runs, with its first argument. */
  what: string;
  /** Resident, in MB; pages shared with other processes count fully. */
  rss: number;
  /**
   * Resident, in MB; each shared page is divided among the processes that share it, which is a low figure on a machine
   * with other Nodes.
   */
  pss: number;
}

/** A process and everything it started; those that end meanwhile are left out. */
export function memoryOfTree(pid: number): Memory[] {
  return processTree(pid).flatMap((member) => {
    try {
      return [memoryOf(member)];
    } catch {
      return [];
    }
  });
}

export function memoryOf(pid: number): Memory {
  const field = (name: string, file: string) => {
    const kilobytes = new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(readFileSync(`/proc/${pid}/${file}`, 'utf8'))?.[1];
    return Number(kilobytes) / 1024;
  };
  const [, ...words] = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
  const what = words.find((word) => /\.[jt]s$/.test(word))?.replace(/^.*\//, '') ?? words.join(' ');
  return {
    pid,
    what,
    rss: field('VmRSS', 'status'),
    pss: field('Pss', 'smaps_rollup'),
  };
}
