import { hostname, networkInterfaces } from 'node:os';
import { join } from 'node:path';
import type { TlsOptions } from 'node:tls';
import { openOwnCertificate, type OwnCertificate } from '../network/own-certificate.ts';
import { namesOfComputer } from '../network/permitted-names.ts';
import { reasonOf } from '../platform/errors.ts';
import type { Log } from '../platform/log.ts';
import type { HttpsService } from '../server/services.ts';
import type { Settings } from '../settings/settings-store.ts';
import { lanUrls } from './configuration.ts';
import type { Listener } from './listener.ts';
import type { OwnDomain } from './own-domain.ts';

/** How often it is tried again after a failure, such as a port that another program has. */
const RETRY_MS = 60_000;

export interface OwnHttpsOptions {
  dataDir: string;
  settings: Pick<Settings, 'get'>;
  listener: Listener;
  /** Has a certificate of its own for its name. */
  domain: Pick<OwnDomain, 'contextFor'>;
  log: Log;
}

/** HTTPS beside the plain server, as the settings want it. */
export interface OwnHttps extends HttpsService {
  /** Has the certificate ready, so that `follow` takes no time. */
  prepare(): Promise<void>;
  /** Opens, moves or closes it. A failure is in the status and in the log, and is tried again. */
  follow(): Promise<void>;
  close(): void;
}

export function ownHttps({ dataDir, settings, listener, domain, log }: OwnHttpsOptions): OwnHttps {
  let certificate: OwnCertificate | null = null;
  let problem: string | null = null;
  let retry: NodeJS.Timeout | undefined;
  let turn = Promise.resolve();

  const openCertificate = () =>
    openOwnCertificate({
      file: join(dataDir, 'certificate-authority.json'),
      names: () => namesOfComputer(hostname()),
      addresses: addressesNow,
      onRenewed: () => void follow(),
      log,
    });
  const followNow = async () => {
    clearInterval(retry);
    const { https, httpsPort: port } = settings.get();
    try {
      if (https) {
        certificate ??= await openCertificate();
        const handshake: TlsOptions = {
          ...certificate.handshake(),
          SNICallback: (name, answer) => answer(null, domain.contextFor(name)),
        };
        await listener.listenSecurely({ host: listener.host(), port, handshake });
      } else {
        await listener.listenSecurely(null);
        certificate?.close();
        certificate = null;
      }
      problem = null;
    } catch (error) {
      if (problem !== reasonOf(error)) log.error({ reason: reasonOf(error) }, 'Safelight does not listen with HTTPS');
      problem = reasonOf(error);
      retry = setInterval(() => void follow(), RETRY_MS).unref();
    }
  };
  const follow = () => (turn = turn.then(followNow));
  const prepareNow = async () => {
    if (!settings.get().https) return;
    try {
      certificate ??= await openCertificate();
    } catch {
      // Whoever follows says so.
    }
  };

  return {
    prepare: () => (turn = turn.then(prepareNow)),
    follow,
    port: () => listener.secure()?.port ?? null,
    status: () => {
      const secure = listener.secure();
      return {
        on: settings.get().https,
        url: secure?.url ?? null,
        lan_urls: secure ? lanUrls(secure.host, secure.port).map((url) => url.replace(/^http:/, 'https:')) : [],
        trust_urls: secure ? lanUrls(listener.host(), listener.port()).map((url) => `${url}/trust`) : [],
        problem,
        authority: certificate?.authority() ?? null,
      };
    },
    authorityDer: () => certificate?.authorityDer() ?? null,
    async renewAuthority() {
      await certificate?.renew();
      await follow();
    },
    close() {
      clearInterval(retry);
      certificate?.close();
    },
  };
}

const addressesNow = () =>
  Object.values(networkInterfaces()).flatMap((addresses) => (addresses ?? []).map(({ address }) => address));
