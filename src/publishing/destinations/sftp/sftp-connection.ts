import { createHash } from 'node:crypto';
import type { Client, Done, Sftp } from 'ssh2';
import { reasonOf } from '../../../platform/errors.ts';
import { DestinationFailure } from '../destination.ts';
import { sftpFailure } from './sftp-failure.ts';

export interface SftpAccount {
  host: string;
  port: number;
  user: string;
  password: string | null;
  /** As `ssh-keygen` writes it. */
  privateKey: string | null;
  passphrase: string | null;
  /** `SHA256:…` of the server's key, as ssh tells it; null: not known yet, so nothing is sent. */
  hostKey: string | null;
}

export interface SftpConnection {
  /** Connects when needed. `act` is told of the server's answer by the callback that it hands over. */
  ask: <Value>(what: string, signal: AbortSignal, act: (sftp: Sftp, done: Done<Value>) => void) => Promise<Value>;
  close(): void;
}

const CONNECTING_MS = 20_000;
/** A line that is silent for a minute is gone. */
const KEEP_ALIVE = { keepaliveInterval: 15_000, keepaliveCountMax: 4 };

/** ssh2 itself: ssh2-sftp-client says "no such file" of every failure that a server does not explain. */
export function sftpConnection(account: SftpAccount): SftpConnection {
  let open: Promise<{ client: Client; sftp: Sftp; lost: Promise<never> }> | null = null;

  async function connect() {
    // Loaded by whoever publishes over SFTP, not at every start.
    const { default: ssh2 } = await import('ssh2');
    const client = new ssh2.Client();
    let shown: string | null = null;
    const { promise, resolve, reject } = Promise.withResolvers<{ client: Client; sftp: Sftp; lost: Promise<never> }>();
    const ending = Promise.withResolvers<never>();
    ending.promise.catch(() => undefined);
    const lose = (error: Error & { level?: string }) => {
      open = null;
      const failure = connectionFailure(error, account, shown);
      ending.reject(failure);
      reject(failure);
    };
    client.on('error', lose);
    client.on('close', () => lose(new Error('the line broke')));
    client.on('ready', () => {
      // Each question waits for its answer: small packets must not wait for others.
      client.setNoDelay(true);
      client.sftp((error, sftp) => {
        if (error) lose(error);
        else resolve({ client, sftp, lost: ending.promise });
      });
    });
    const { host, port, user: username, password, privateKey, passphrase, hostKey } = account;
    const hostVerifier = (key: Buffer) => {
      shown = `SHA256:${createHash('sha256').update(key).digest('base64').replace(/=+$/, '')}`;
      return shown === hostKey;
    };
    try {
      const proof =
        privateKey === null
          ? { password: password ?? '' }
          : passphrase === null
            ? { privateKey }
            : { privateKey, passphrase };
      client.connect({ host, port, username, ...proof, readyTimeout: CONNECTING_MS, ...KEEP_ALIVE, hostVerifier });
    } catch (error) {
      // A private key that is none, or whose passphrase is wrong.
      reject(new DestinationFailure('person', `The private key cannot be used: ${reasonOf(error)}`, { cause: error }));
      open = null;
    }
    return promise;
  }

  return {
    async ask<Value>(what: string, signal: AbortSignal, act: (sftp: Sftp, done: Done<Value>) => void) {
      signal.throwIfAborted();
      const { client, sftp, lost } = await (open ??= connect());
      const answer = Promise.withResolvers<Value>();
      // Nothing that is under way can be taken back, but the line can be cut.
      const stop = () => {
        client.destroy();
        answer.reject(signal.reason as Error);
      };
      signal.addEventListener('abort', stop, { once: true });
      try {
        act(sftp, (error, value) => {
          if (error) answer.reject(error);
          else answer.resolve(value);
        });
        return await Promise.race([answer.promise, lost]);
      } catch (error) {
        signal.throwIfAborted();
        throw sftpFailure(what, error);
      } finally {
        signal.removeEventListener('abort', stop);
      }
    },
    close() {
      const closing = open;
      open = null;
      closing?.then(({ client }) => client.end()).catch(() => undefined);
    },
  };
}

function connectionFailure(error: Error & { level?: string }, account: SftpAccount, shown: string | null): Error {
  const { host, port, hostKey } = account;
  if (shown !== null && shown !== hostKey)
    return new DestinationFailure(
      'person',
      hostKey === null
        ? `The key of ${host} is ${shown}. Compare it, and enter it as the host key.`
        : `${host} shows another key than the one that was entered: ${shown}. Nothing was sent to it.`,
    );
  if (error.level === 'client-authentication')
    return new DestinationFailure('person', `${host} does not let ${account.user} in: user, password or key is wrong.`);
  return new DestinationFailure('later', `${host}:${port} cannot be reached: ${reasonOf(error)}`, { cause: error });
}
