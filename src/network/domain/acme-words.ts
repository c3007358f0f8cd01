import { reasonOf } from '../../platform/errors.ts';

/** What is asked of an authority, and where it looks. */
export interface Asked {
  domain: string;
  /** null: over HTTP. */
  dnsCommand: string | null;
  /** Of this computer. */
  answerPort: number;
}

/** By what Boulder (Let's Encrypt) and pebble write; the first that fits. */
const MEANINGS: readonly [RegExp, (asked: Asked, said: string) => string][] = [
  [
    /rateLimited|too many (?:certificates|failed|new orders|registrations)/i,
    (_asked, said) => `The authority gives no more certificates for now. It says: ${said}`,
  ],
  [
    /rejectedIdentifier|valid public suffix|forbidden by policy|malformed.*identifier|Domain name .*(?:IP|not end)|invalid.*(?:DNS name|identifier)/i,
    ({ domain }) =>
      `The authority gives no certificate for ${domain}. It has to be a name that belongs to you on the internet.`,
  ],
  [
    /\bcaa\b/i,
    ({ domain }) => `A CAA record of ${domain} forbids this authority. Change it where the name is managed.`,
  ],
  [
    /Incorrect TXT record|No TXT record|NXDOMAIN looking up TXT|TXT record/i,
    ({ domain, dnsCommand }) =>
      `The authority does not find the record _acme-challenge.${domain}. Does ${dnsCommand ?? 'the command'} write to the name server of this name?`,
  ],
  [
    /NXDOMAIN|no valid A records|could not resolve|no such host|DNS problem|No valid IP addresses/i,
    ({ domain }) =>
      `The name ${domain} leads nowhere. Where it is managed, let its A record name the public address of your network, and wait until others see it.`,
  ],
  [
    // An IPv6 address before or in the address that was fetched.
    /(?:^|[\s"[])[0-9a-f]{1,4}:[0-9a-f:]*:[0-9a-f:.]*[\]:\s].*(?:timeout|timed out|refused|unreachable|no route)/i,
    ({ domain }) =>
      `The IPv6 address of ${domain} (its AAAA record) does not lead to this computer. Remove that record where the name is managed, or mend it.`,
  ],
  [
    /connection refused|timeout|timed out|unreachable|no route|connection reset|Error getting validation data/i,
    ({ domain, answerPort }) =>
      `The authority does not reach port 80 of ${domain}. Let your router pass port 80 on to port ${answerPort} of this computer, and no firewall close it; some providers keep it closed: then use a command for the name server.`,
  ],
  [
    /Non-200 status|Invalid response from|key authorization|unauthorized/i,
    ({ domain, answerPort }) =>
      `At port 80 of ${domain} another server answers, not this Safelight. Let your router pass port 80 on to port ${answerPort} of this computer.`,
  ],
];

/** Why there is no certificate, in words for people. */
export function acmeProblem(error: unknown, asked: Asked): string {
  const said = reasonOf(error);
  for (const [pattern, meaning] of MEANINGS) if (pattern.test(said)) return meaning(asked, said);
  return `The authority gave no certificate for ${asked.domain}: ${said}`;
}

/** Why the directory of an authority cannot be asked, in words for people. */
export function directoryProblem(error: unknown, directory: string): string {
  const { host } = new URL(directory);
  const cause = (error as { cause?: unknown }).cause ?? error;
  const code = (cause as { code?: string }).code ?? '';
  if (/CERT_NOT_YET_VALID|CERT_HAS_EXPIRED/.test(code))
    return `The certificate of ${host} is not valid at the time that this computer shows. Is its clock right?`;
  if (/CERT|SIGNATURE|SELF_SIGNED|UNABLE_TO/.test(code))
    return `${host} has a certificate that this computer does not trust. Somebody between may be answering.`;
  if (/ENOTFOUND|EAI_AGAIN/.test(code)) return `The authority ${host} was not found. Is this computer online?`;
  return `The authority ${host} does not answer: ${reasonOf(cause)}`;
}
