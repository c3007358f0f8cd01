import { once } from 'node:events';
import { Agent } from 'node:https';
import type { Duplex } from 'node:stream';
import { connect, type ConnectionOptions, type TLSSocket } from 'node:tls';

/** What Node says of a certificate that it does not trust. */
export const CERTIFICATE_TROUBLE: ReadonlySet<string> = new Set([
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'CERT_HAS_EXPIRED',
  'CERT_NOT_YET_VALID',
  'CERT_SIGNATURE_FAILURE',
  'CERT_REVOKED',
  'CERT_UNTRUSTED',
  'CERT_REJECTED',
  'INVALID_PURPOSE',
  'HOSTNAME_MISMATCH',
  'ERR_TLS_CERT_ALTNAME_INVALID',
  'OTHER_CERTIFICATE',
]);

export const FINGERPRINT = /^(?:[0-9a-f]{2}:?){32}$/i;
const plain = (fingerprint: string) => fingerprint.replaceAll(':', '').toLowerCase();

/** `certificate`: as PEM, its own issuer or of one; or its SHA-256 fingerprint; null: as everybody. */
export function trustingAgent(certificate: string | null): Agent {
  if (certificate === null) return new Agent({ keepAlive: true });
  if (FINGERPRINT.test(certificate)) return new PinnedAgent(plain(certificate));
  return new Agent({ keepAlive: true, ca: certificate });
}

/** Hands a connection over only after its certificate was seen: nothing is sent to another one. */
class PinnedAgent extends Agent {
  readonly #fingerprint: string;

  constructor(fingerprint: string) {
    super({ keepAlive: true, maxCachedSessions: 0 });
    this.#fingerprint = fingerprint;
  }

  override createConnection(
    options: ConnectionOptions,
    callback?: (error: Error | null, socket: Duplex) => void,
  ): Duplex | undefined {
    const socket = connect({ ...options, rejectUnauthorized: false });
    const failed = (error: Error) => callback?.(error, socket);
    socket.once('error', failed);
    socket.once('secureConnect', () => {
      socket.off('error', failed);
      if (fingerprintOf(socket) === this.#fingerprint) callback?.(null, socket);
      else {
        const error = Object.assign(new Error('it is not the one that was pinned'), { code: 'OTHER_CERTIFICATE' });
        socket.destroy();
        callback?.(error, socket);
      }
    });
    return undefined;
  }
}

const fingerprintOf = (socket: TLSSocket) => plain(socket.getPeerCertificate().fingerprint256);

/** What to do about a certificate, with the fingerprint that would pin it. Nothing is sent to learn it. */
export async function certificateAdvice(url: URL, reason: string): Promise<string> {
  const start = `The certificate of ${url.host} is not trusted: ${reason}.`;
  const socket = connect({
    host: url.hostname.replaceAll(/[[\]]/g, ''),
    port: Number(url.port || 443),
    servername: /^[\d.]+$|:/.test(url.hostname) ? '' : url.hostname,
    rejectUnauthorized: false,
  });
  try {
    await once(socket, 'secureConnect', { signal: AbortSignal.timeout(10_000) });
    const { fingerprint256 } = socket.getPeerCertificate();
    return `${start} If it is your own, pin it by its SHA-256 fingerprint: ${fingerprint256}`;
  } catch {
    return start;
  } finally {
    socket.destroy();
  }
}
