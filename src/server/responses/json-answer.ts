import { hash } from 'node:crypto';
import type { Request, Response } from 'express';
import { gzipped, gzipTag, isWorthGzip, plainTag } from './content-encoding.ts';

/** A JSON answer as bytes, with the tag that tells whether they have changed. */
export class JsonAnswer {
  readonly body: string | Buffer;
  readonly etag: string;
  readonly contentType: string;

  constructor(body: string | Buffer, etag: string, contentType = 'application/json; charset=utf-8') {
    this.body = body;
    this.etag = etag;
    this.contentType = contentType;
  }
}

export const jsonAnswer = (text: string) => bytesAnswer(text.length < LONG ? text : Buffer.from(text));

/** Characters. A shorter text goes out in one piece with its headers; a longer one would be copied once more for it. */
const LONG = 16_384;

export const bytesAnswer = (body: string | Buffer, contentType?: string) =>
  // The tag is made from the content, so it stays valid across restarts of Safelight.
  new JsonAnswer(body, `"${hash('sha1', body, 'base64url')}"`, contentType);

/**
 * Whether one of the tags of an If-None-Match header is this one, in any form; weak and strong compare alike (RFC 9110
 * 13.1.2).
 */
export function matches(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  if (header === etag || header.trim() === '*') return true;
  return header.split(',').some((tag) => plainTag(tag.trim().replace(/^W\//, '')) === etag);
}

/**
 * Sends the answer, compressed where that pays, or 304 when the client has it already. Not for answers with a secret
 * next to text that a stranger may have chosen: their length reveals the secret (BREACH).
 */
export function sendJson(req: Request, res: Response, answer: JsonAnswer): void {
  const isZipped = isWorthGzip(req, Buffer.byteLength(answer.body));
  res.vary('Accept-Encoding');
  res.setHeader('ETag', isZipped ? gzipTag(answer.etag) : answer.etag);
  res.setHeader('Cache-Control', 'private, no-cache');
  if (matches(req.headers['if-none-match'], answer.etag)) {
    res.statusCode = 304;
    res.end();
    return;
  }
  sendBody(req, res, answer, isZipped);
}

/** Sends what never changes and holds no secret, but that no cache may keep: compressed where that pays. */
export function sendUnkept(req: Request, res: Response, body: string): void {
  res.vary('Accept-Encoding');
  res.setHeader('Cache-Control', 'no-store');
  sendBody(req, res, new JsonAnswer(body, ''), isWorthGzip(req, Buffer.byteLength(body)));
}

function sendBody(req: Request, res: Response, { body, contentType }: JsonAnswer, isZipped: boolean): void {
  res.setHeader('Content-Type', contentType);
  if (!isZipped) {
    const bytes = Buffer.byteLength(body);
    res.setHeader('Content-Length', bytes);
    if (req.method === 'HEAD') res.end();
    // Text with as many bytes as characters is ASCII and needs no conversion.
    else res.end(body, bytes === body.length ? 'latin1' : 'utf8');
    return;
  }
  res.setHeader('Content-Encoding', 'gzip');
  gzipped(body).then(
    (zipped) => {
      res.setHeader('Content-Length', zipped.length);
      res.end(req.method === 'HEAD' ? undefined : zipped);
    },
    (error: unknown) => res.destroy(error as Error),
  );
}
