import { connect } from 'node:tls';
import type { HttpsStatus } from '../contract/https.ts';
import { reasonOf } from '../platform/errors.ts';
import { fail, type Finding, ok, warn } from './finding.ts';
import { say } from './wording.ts';

export interface HttpsFacts {
  status: Pick<HttpsStatus, 'on' | 'url' | 'problem' | 'authority'>;
  /** The certificate that devices trust; null: there is none. */
  authorityPem: string | null;
}

const PATIENCE_MS = 4000;
/** Devices have to trust the next one in time. */
const SOON_MS = 60 * 24 * 60 * 60 * 1000;

/** Connects as a device does that trusts the authority: port, certificate, name and clock. `https`: null while Safelight is not running. */
export async function httpsCheck(https: HttpsFacts | null, nowMs = Date.now()): Promise<Finding> {
  if (https === null) return ok('Unknown while Safelight is not running.');
  const { on, url, problem, authority } = https.status;
  if (!on) return ok('HTTPS is off.');
  if (problem !== null || url === null || authority === null || https.authorityPem === null)
    return fail(
      say`Safelight does not listen with HTTPS: ${problem ?? 'it has not begun yet'}.`,
      'Choose another port in the settings if this one is taken. Safelight tries again each minute.',
    );
  let until: string;
  try {
    until = await validUntil(new URL(url), https.authorityPem);
  } catch (error) {
    return fail(
      say`A device that trusts this computer cannot connect to ${url}: ${reasonOf(error)}.`,
      "Check this computer's clock. If that does not help, make a new authority in the settings under Devices and sessions.",
    );
  }
  if (authority.expires < nowMs + SOON_MS)
    return warn(
      say`The certificate authority ends on ${new Date(authority.expires).toISOString().slice(0, 10)}.`,
      'Make a new one in the settings under Devices and sessions. Each device must trust it.',
    );
  if (authority.uncovered.length > 0)
    return warn(
      say`The certificate does not cover this computer's name ${authority.uncovered.join(', ')}.`,
      'Devices reach this computer at its address. A new authority covers the name, and each device must trust it.',
    );
  return ok(say`Devices that trust this computer can connect to ${url}; its certificate is valid until ${until}.`);
}

/** The last day of the certificate there. Rejects with why a device refuses it. */
function validUntil({ hostname, port }: URL, ca: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: hostname, port: Number(port), ca, servername: '', timeout: PATIENCE_MS }, () => {
      resolve(new Date(socket.getPeerCertificate().valid_to).toISOString().slice(0, 10));
      socket.end();
    });
    socket.on('error', reject);
    socket.on('timeout', () => socket.destroy(new Error('it does not answer')));
  });
}
