import { hash } from 'node:crypto';
import type { ImageListing } from '../../image-index/image-lists.ts';
import { recordEnd } from './image-record.ts';
import { JsonAnswer } from './json-answer.ts';

type Page = { limit: number; offset: number };

/** A page of `ImageRecord`s. The records stay bytes all the way from the database to the socket. */
export function imagePage(listing: ImageListing, { limit, offset }: Page, versionOf: VersionOf): JsonAnswer {
  const { lines, images, total } = listing;
  const ends = images.map(({ id, historyKey }) => recordEnd(versionOf(id, historyKey)));
  const tail = `],"total":${total},"limit":${limit},"offset":${offset}}`;
  // What makes up the records is in the revisions, which are quicker to hash.
  const revisions = images.map(({ id, revision }) => `${id}.${revision}`).join();
  const state = `${listing.incarnation} ${revisions} ${ends.join()} ${tail}`;
  return new JsonAnswer(joined(lines, ends, tail), `"${hash('sha1', state, 'base64url')}"`);
}

type VersionOf = (id: number, historyKey: string) => string;

const HEAD = '{"items":[';
const LINE_FEED = 10;
const COMMA = 44;

/** A line and its end for each record. The ends and the tail are ASCII. */
function joined(lines: Buffer, ends: readonly string[], tail: string): Buffer {
  const size = ends.reduce((sum, end) => sum + end.length, lines.length + HEAD.length + tail.length + 1);
  const bytes = Buffer.allocUnsafe(size);
  let at = bytes.write(HEAD, 0, 'latin1');
  let start = 0;
  for (const end of ends) {
    if (start > lines.length) throw new Error('index.db lacks a record');
    if (start > 0) bytes[at++] = COMMA;
    const lineFeed = lines.indexOf(LINE_FEED, start);
    const stop = lineFeed < 0 ? lines.length : lineFeed;
    at += lines.copy(bytes, at, start, stop);
    at += bytes.write(end, at, 'latin1');
    start = stop + 1;
  }
  at += bytes.write(tail, at, 'latin1');
  return bytes.subarray(0, at);
}
