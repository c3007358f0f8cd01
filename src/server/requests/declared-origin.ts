import type { Request } from 'express';
import { plainAddress } from '../network/forwarding.ts';
import { senderOfRequest } from '../network/request-sender.ts';
import type { Services } from '../services.ts';

/**
 * The address under which this client finds us, for what it is told to ask next. Never what its request says: that is the public address, or the
 * name or address that the connection really came to. `Host` only chooses among the names that the settings allow.
 */
export function declaredOrigin(
  req: Request,
  { publicAddress, allowedHosts }: Pick<Services, 'publicAddress' | 'allowedHosts'>,
): string {
  const address = publicAddress();
  const name = req.hostname.toLowerCase();
  if (address !== null && (senderOfRequest(req).isForwarded || new URL(address).hostname === name)) return address;
  const reached = plainAddress(req.socket.localAddress ?? '127.0.0.1');
  const host = name === 'localhost' || allowedHosts().includes(name) ? name : reached;
  return `${req.protocol}://${host.includes(':') ? `[${host}]` : host}:${req.socket.localPort}`;
}
