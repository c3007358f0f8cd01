import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';

/** A port of this computer that is free now. Another program may take it in the next moment. */
export const freePort = async (): Promise<number> => (await freePorts(1))[0]!;

/** So many, all different. */
export async function freePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'));
  await Promise.all(servers.map((server) => once(server, 'listening')));
  const ports = servers.map((server) => (server.address() as AddressInfo).port);
  await Promise.all(servers.map((server) => once(server.close(), 'close')));
  return ports;
}
