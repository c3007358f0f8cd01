import { readFileSync, readdirSync, readlinkSync } from 'node:fs';

/**
 * The inode of the socket that listens on a TCP port, from Linux's own table (address and port in hex, state 0A is
 * LISTEN).
 */
function listeningInode(port: number): string | null {
  const wanted = `:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  for (const table of ['/proc/net/tcp', '/proc/net/tcp6']) {
    for (const line of readFileSync(table, 'utf8').split('\n').slice(1)) {
      const [, local, , state, , , , , , inode] = line.trim().split(/\s+/);
      if (local?.endsWith(wanted) && state === '0A' && inode) return inode;
    }
  }
  return null;
}

/** Who listens on a TCP port of this machine, for example "darkstat (process 812)"; null when unknown. */
export function portHolder(port: number): string | null {
  try {
    const inode = listeningInode(port);
    if (inode === null) return null;
    for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
      try {
        const holds = readdirSync(`/proc/${pid}/fd`).some((fd) => {
          try {
            return readlinkSync(`/proc/${pid}/fd/${fd}`) === `socket:[${inode}]`;
          } catch {
            return false;
          }
        });
        if (holds) return `${readFileSync(`/proc/${pid}/comm`, 'utf8').trim()} (process ${pid})`;
      } catch {
        // A process of another user, or one that has just ended.
      }
    }
  } catch {
    // Only Linux has this table.
  }
  return null;
}
