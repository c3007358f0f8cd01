import { DestinationFailure, type FailureKind } from '../destination.ts';
import type { FilePart, HttpAnswer, HttpAsk, HttpClient } from '../http/http-client.ts';
import { statusFailure } from '../http/statuses.ts';

export interface WebdavAccount {
  /** The folder, with a slash at its end. */
  address: URL;
  user: string;
  password: string;
}

export type DavAsk = Omit<HttpAsk, 'url' | 'signal' | 'headers'> & {
  /** Where, unless it is a path below the folder. */
  url: URL;
  headers?: Record<string, string>;
};

/** Requests with the account's password. */
export function webdavRequests(
  client: HttpClient,
  { address, user, password }: WebdavAccount,
  kindsAt: (signal: AbortSignal) => Promise<Record<number, FailureKind>>,
) {
  const authorization = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
  const urlOf = (path: string, isFolder = false) =>
    new URL(path.split('/').map(encodeURIComponent).join('/') + (isFolder && path !== '' ? '/' : ''), address);
  return {
    urlOf,
    /** Throws for every status that is not among those. */
    async ask(what: string, statuses: readonly number[], asked: DavAsk, signal: AbortSignal): Promise<HttpAnswer> {
      const kinds = await kindsAt(signal);
      const answer = await client.ask({ ...asked, headers: { ...asked.headers, authorization }, signal });
      if (!statuses.includes(answer.status)) throw statusFailure(what, answer, kinds);
      return answer;
    },
  };
}

export type WebdavRequests = ReturnType<typeof webdavRequests>;

export const partOf = (from: string | Buffer, start: number, bytes: number): FilePart | Buffer =>
  typeof from === 'string' ? { file: from, start, bytes } : from.subarray(start, start + bytes);

/** The hash that Nextcloud makes of what it got. */
export function toldHash({ headers }: HttpAnswer): string | null {
  const told = headers['x-hash-sha256'];
  if (typeof told !== 'string') return null;
  if (!/^[0-9a-f]{64}$/i.test(told)) throw new DestinationFailure('unknown', 'The hash in the answer is none.');
  return told.toLowerCase();
}
