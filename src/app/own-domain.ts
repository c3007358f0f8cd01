import { join } from 'node:path';
import type { SecureContext } from 'node:tls';
import type { DomainStatus } from '../contract/remote-access.ts';
import type { SettingName } from '../contract/settings.ts';
import { DomainCertificate } from '../network/domain/domain-certificate.ts';
import { reasonOf } from '../platform/errors.ts';
import type { Log } from '../platform/log.ts';
import type { Settings } from '../settings/settings-store.ts';

/** What decides which certificate is wanted, and how it is got. */
export const DOMAIN_SETTINGS = [
  'domain',
  'domainAuthority',
  'domainCommand',
  'domainPort',
  'https',
] as const satisfies SettingName[];

export interface OwnDomainOptions {
  dataDir: string;
  settings: Pick<Settings, 'get'>;
  log: Log;
}

/** The domain as the settings want it. */
export interface OwnDomain {
  status(): DomainStatus;
  /** For a connection to that name; undefined: it is not the domain, or there is no certificate for it. */
  contextFor(name: string): SecureContext | undefined;
  follow(): void;
  close(): void;
}

export function ownDomain({ dataDir, settings, log }: OwnDomainOptions): OwnDomain {
  let certificate: DomainCertificate | null = null;
  let problem: string | null = null;
  const close = () => {
    certificate?.close();
    certificate = null;
  };
  return {
    status() {
      const { domain, https } = settings.get();
      const name = domain || null;
      if (name !== null && !https)
        return {
          name,
          state: 'waiting',
          expires: null,
          problem: 'HTTPS is off. Turn it on in the settings under Network.',
        };
      if (certificate) return { name, ...certificate.status() };
      return { name, state: name === null ? 'off' : 'waiting', expires: null, problem };
    },
    contextFor: (name) => certificate?.contextFor(name),
    follow() {
      close();
      problem = null;
      const { domain, domainAuthority, domainCommand, domainPort, https } = settings.get();
      if (domain === '' || !https) return;
      try {
        certificate = new DomainCertificate({
          wanted: { domain, directory: domainAuthority, dnsCommand: domainCommand, answerPort: domainPort },
          file: join(dataDir, 'domain-certificates.json'),
          log,
        });
      } catch (error) {
        problem = reasonOf(error);
        log.error({ reason: problem }, 'The domain has no certificate');
      }
    },
    close,
  };
}
