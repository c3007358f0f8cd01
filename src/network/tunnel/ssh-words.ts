import { readFileSync } from 'node:fs';
import { sshByHand, type TunnelTarget } from './tunnel-target.ts';

/** Why there is no tunnel, in words for people. */
export interface TunnelProblem {
  words: string;
  /** Somebody has to do something: trying often is no use, and hosts shut out whoever fails often. */
  isLasting: boolean;
}

export const NO_SSH = 'There is no ssh on this computer. Install OpenSSH.';

const passing = (words: string): TunnelProblem => ({ words, isLasting: false });
const lasting = (words: string): TunnelProblem => ({ words, isLasting: true });

/** What ssh writes, by OpenSSH 9.2 (and its ssh_packet.c, sshconnect.c, clientloop.c), the first that fits; each with what it means. */
const MEANINGS: readonly [RegExp, (target: TunnelTarget) => TunnelProblem][] = [
  // The shell says so.
  [/^(?:sh|\S*\/sh): .*(?:not found|No such file)/m, () => lasting(NO_SSH)],
  [
    /IDENTIFICATION HAS CHANGED|[Hh]ost key for .+ has changed/,
    (target) =>
      lasting(
        `${target.host} has another key than the one that this computer knows. If it was set up anew, run "ssh-keygen -R ${knownAs(target)}", then "${sshByHand(target)}", and compare the key that it shows. If it was not, somebody else may be answering: leave the tunnel off.`,
      ),
  ],
  [
    /Host key verification failed|host key is known/,
    (target) =>
      lasting(
        `This computer does not know the key of ${target.host} yet. Run "${sshByHand(target)}" once in a terminal, compare the key that it shows with the host's own, and confirm it.`,
      ),
  ],
  [
    /UNPROTECTED PRIVATE KEY FILE|bad permissions/,
    ({ keyFile }) =>
      lasting(
        `ssh does not use ${keyFile ?? 'the key'}, because others can read it. Run "chmod 600 ${keyFile ?? 'FILE'}".`,
      ),
  ],
  [
    /Identity file .+ not accessible/,
    ({ keyFile }) => lasting(`The key ${keyFile ?? ''} cannot be read. Choose another file in the settings.`),
  ],
  [/Permission denied|Too many authentication failures/, notLetIn],
  [
    /remote port forwarding failed/,
    ({ host, port }) =>
      passing(
        `${host} does not open port ${port}: a connection that was cut off still holds it, which ends by itself within minutes; or another program has it; or sshd or the key forbids it (AllowTcpForwarding, permitlisten="127.0.0.1:${port}").`,
      ),
  ],
  [
    /Could not resolve hostname/,
    ({ host }) => passing(`No computer called ${host} was found. Check its name, and whether this computer is online.`),
  ],
  [
    /Connection refused/,
    ({ host, sshPort }) =>
      passing(`On ${host} nothing answers at port ${sshPort}. Is sshd running there, at this port?`),
  ],
  [
    /No route to host|Network is unreachable/,
    ({ host }) => passing(`There is no way to ${host} now. Is this computer online?`),
  ],
  [/not responding/, ({ host }) => passing(`${host} has stopped answering.`)],
  [
    /banner exchange|timed out/,
    ({ host, sshPort }) =>
      passing(
        `${host} does not answer at port ${sshPort}. Is it switched on, and does its firewall let this port through?`,
      ),
  ],
  [/closed by|Connection reset|Broken pipe/, ({ host }) => passing(`${host} has ended the connection.`)],
];

/** Of what ssh has written to its standard error. */
export function tunnelProblem(written: string, target: TunnelTarget): TunnelProblem {
  for (const [pattern, meaning] of MEANINGS) if (pattern.test(written)) return meaning(target);
  const last = written.trim().split('\n').at(-1)?.trim();
  return passing(last ? `ssh says: ${last}` : `The connection to ${target.host} has ended.`);
}

/** By BatchMode, ssh asks nothing: where it would ask, the key is not used. */
function notLetIn(target: TunnelTarget): TunnelProblem {
  const { host, user, keyFile } = target;
  if (keyFile !== null && needsPassphrase(keyFile))
    return lasting(
      `The key ${keyFile} has a passphrase, for which nobody can be asked here. Run "ssh-add ${keyFile}" before Safelight starts, or make a key for the tunnel alone, without one.`,
    );
  return lasting(
    `${host} lets nobody in with ${keyFile === null ? 'the keys of this computer' : `the key ${keyFile}`}, and a password cannot be asked for here. Put the public key (ending in .pub) into authorized_keys of ${user === null ? 'the user' : `"${user}"`} there.`,
  );
}

/** How `ssh-keygen -R` wants the name. */
const knownAs = ({ host, sshPort }: TunnelTarget) => (sshPort === 22 ? host : `[${host}]:${sshPort}`);

/** Whether a key is encrypted: OpenSSH's own form names the cipher after its first word (PROTOCOL.key), older ones say so in plain text. */
export function needsPassphrase(file: string): boolean {
  try {
    const text = readFileSync(file, 'latin1');
    const [, body] = /BEGIN OPENSSH PRIVATE KEY-+\s+([A-Za-z0-9+/=\s]+)-/.exec(text) ?? [];
    if (body === undefined) return text.includes('ENCRYPTED');
    const bytes = Buffer.from(body, 'base64');
    const at = 'openssh-key-v1\0'.length;
    return bytes.toString('latin1', at + 4, at + 4 + bytes.readUInt32BE(at)) !== 'none';
  } catch {
    return false;
  }
}
