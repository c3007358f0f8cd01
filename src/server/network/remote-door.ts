import type { Server } from 'node:http';
import type { Server as SecureServer } from 'node:https';
import type { Socket } from 'node:net';

const doors = new WeakSet<Server | SecureServer>();

/**
 * Marks a server whose clients are elsewhere, although each connection begins on this computer: a tunnel hands them on. They get nothing that is
 * for this computer alone.
 */
export const markRemoteDoor = (server: Server | SecureServer): void => void doors.add(server);

/** Whether a connection came in through one of those. */
export function cameThroughRemoteDoor(socket: Partial<Socket>): boolean {
  const { server } = socket as { server?: Server | SecureServer };
  return server !== undefined && doors.has(server);
}
