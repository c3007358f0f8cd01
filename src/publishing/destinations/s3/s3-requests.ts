import { createHash } from 'node:crypto';
import { AwsV4Signer } from 'aws4fetch';
import { DestinationFailure, type FailureKind } from '../destination.ts';
import type { HttpAnswer, HttpAsk, HttpClient } from '../http/http-client.ts';
import { readXml, textOf } from '../http/read-xml.ts';
import { statusFailure } from '../http/statuses.ts';

export interface S3Account {
  /** Of the server, without the bucket. */
  address: URL;
  region: string;
  bucket: string;
  /** The folder in the bucket; '' or one that ends in a slash. */
  prefix: string;
  accessKey: string;
  secretKey: string;
}

export type S3Ask = Pick<HttpAsk, 'method' | 'body' | 'take'> & {
  /** null: the bucket itself. */
  path: string | null;
  query?: Record<string, string>;
  headers?: Record<string, string>;
  /** Of the body: signed with it, so that no server takes other bytes. */
  sha256?: string;
};

const NOTHING = createHash('sha256').digest('hex');

/** Requests with a signature of their own (AWS, version 4), to the bucket in the path. */
export function s3Requests(client: HttpClient, account: S3Account) {
  const { address, region, bucket, prefix, accessKey: accessKeyId, secretKey: secretAccessKey } = account;
  return async (what: string, statuses: readonly number[], asked: S3Ask, signal: AbortSignal): Promise<HttpAnswer> => {
    const { method, path, query = {}, headers = {}, sha256 = NOTHING, body, take } = asked;
    const key = path === null ? '' : `/${encoded(prefix + path)}`;
    const url = new URL(`${address.pathname.replace(/\/$/, '')}/${encodeURIComponent(bucket)}${key}`, address);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    const signer = new AwsV4Signer({
      method,
      url: url.href,
      headers: { ...headers, 'x-amz-content-sha256': sha256 },
      accessKeyId,
      secretAccessKey,
      service: 's3',
      region,
    });
    const signed = await signer.sign();
    const answer = await client.ask({
      method,
      url: signed.url,
      headers: Object.fromEntries(signed.headers),
      signal,
      ...(body !== undefined && { body }),
      ...(take && { take }),
    });
    if (!statuses.includes(answer.status)) throw s3Failure(what, answer);
    return answer;
  };
}

const encoded = (path: string) =>
  path
    .split('/')
    .map((part) =>
      encodeURIComponent(part).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`),
    )
    .join('/');

/** Codes that say more than the number. */
const CODES: Record<string, [kind: FailureKind, text: string]> = {
  RequestTimeTooSkewed: ['person', 'the clock of this computer or of the server is wrong'],
  SignatureDoesNotMatch: ['person', 'the secret key is wrong'],
  InvalidAccessKeyId: ['person', 'there is no such access key'],
  AccessDenied: ['person', 'this key may not do that'],
  NoSuchBucket: ['person', 'there is no such bucket'],
  QuotaExceeded: ['person', 'the quota is used up'],
  EntityTooLarge: ['never', 'it is too large'],
  SlowDown: ['later', 'the server has too much to do'],
  NoSuchUpload: ['later', 'the upload is gone'],
};

function s3Failure(what: string, answer: HttpAnswer): DestinationFailure {
  const code = textOf(readXml(answer.body.toString('utf8')) ?? undefined, 'Code');
  const known = code === null ? undefined : CODES[code];
  return known ? new DestinationFailure(known[0], `${what}: ${known[1]}.`) : statusFailure(what, answer);
}
