import type { RequestHandler } from 'express';
import type { IncomingMessage } from 'node:http';
import { TLSSocket } from 'node:tls';
import type { Peer } from '../../auth/credentials.ts';
import { proxiesOf, senderOf, type Proxies, type Sender } from './forwarding.ts';
import { isOfThisComputer, peerOfSocket } from './peer.ts';
import { cameThroughRemoteDoor } from './remote-door.ts';

const senders = new WeakMap<IncomingMessage, Sender>();
const NOBODY = proxiesOf([], 'none');

/** Notes where each request comes from. Comes before all that asks. */
export function knowSender(proxies: () => Proxies): RequestHandler {
  return (req, _res, next) => {
    const { remoteAddress = '' } = req.socket;
    const { trusts, header } = proxies();
    // The other end of a tunnel is the web server that was set up for it.
    const isKnown = cameThroughRemoteDoor(req.socket);
    const believes = isKnown ? (address: string) => address === remoteAddress || trusts(address) : trusts;
    senders.set(req, senderOf(remoteAddress, req.headers, { trusts: believes, header }));
    next();
  };
}

/** The one answer to where a request comes from: limits, sessions and the rights of this computer use it. */
export const senderOfRequest = (req: IncomingMessage): Sender =>
  senders.get(req) ?? senderOf(req.socket.remoteAddress ?? '', {}, NOBODY);

/** Whether the browser speaks HTTPS: with us, or with a trusted proxy in front of us. */
export function cameByHttps(req: IncomingMessage): boolean {
  const { scheme } = senderOfRequest(req);
  return scheme === null ? req.socket instanceof TLSSocket : scheme === 'https';
}

/** Whether nobody but a program of this computer asks. */
export const isFromThisComputer = (req: IncomingMessage): boolean =>
  isOfThisComputer(req.socket) && !cameThroughRemoteDoor(req.socket) && !senderOfRequest(req).isForwarded;

/** Who asks. What a header says can only take rights away: who is passed on is somebody on another device, at best. */
export function peerOfRequest(req: IncomingMessage): Peer {
  const peer = peerOfSocket(req.socket);
  return peer !== 'other-user' && senderOfRequest(req).isForwarded ? 'other-device' : peer;
}
