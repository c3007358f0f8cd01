import { DestinationFailure } from '../destination.ts';
import { joined, type Stored } from '../files/file-store.ts';
import { childOf, childrenOf, readXml, textOf, type XmlElement } from '../http/read-xml.ts';

export const PROPFIND = `<?xml version="1.0" encoding="utf-8"?>
<propfind xmlns="DAV:"><prop><getcontentlength/><getetag/><getlastmodified/><resourcetype/></prop></propfind>`;

interface Resource {
  /** Decoded. */
  segments: string[];
  isFolder: boolean;
  bytes: number;
  version: string;
}

/**
 * The answer to a PROPFIND with depth 0 or 1: the resource itself and what is in it. Servers behind others write addresses that nobody
 * asked for; the shortest is that of the resource. Throws 'unknown' for anything that may not be all.
 */
export function readMultistatus(path: string, body: Buffer): { self: Stored; entries: Stored[] } {
  const root = readXml(body.toString('utf8'));
  if (root?.name !== 'multistatus') throw notUnderstood(path);
  const resources = childrenOf(root, 'response').map((response) => resourceOf(path, response));
  const depth = Math.min(...resources.map(({ segments }) => segments.length));
  const [self, ...others] = resources.toSorted((one, other) => one.segments.length - other.segments.length);
  if (!self || others.some(({ segments }) => segments.length !== depth + 1)) throw notUnderstood(path);
  return {
    self: storedOf(path, self),
    entries: others.map((resource) => storedOf(joined(path, resource.segments.at(-1) ?? ''), resource)),
  };
}

export const notUnderstood = (path: string) =>
  new DestinationFailure('unknown', `What the server tells of ${path === '' ? 'the folder' : path} is not understood.`);

function resourceOf(path: string, response: XmlElement): Resource {
  const href = textOf(response, 'href');
  const failed = textOf(response, 'status');
  const good = childrenOf(response, 'propstat').find((of) => / 200( |$)/.test(textOf(of, 'status') ?? ''));
  const properties = childOf(good, 'prop');
  const segments = href === null ? null : segmentsOf(href);
  // A status of the resource itself says that its properties, or the rest of the list, are not there.
  if (segments === null || properties === undefined || failed !== null) throw notUnderstood(path);
  const isFolder = childOf(childOf(properties, 'resourcetype'), 'collection') !== undefined;
  const bytes = Number(textOf(properties, 'getcontentlength') ?? (isFolder ? '0' : 'none'));
  if (!Number.isSafeInteger(bytes)) throw notUnderstood(path);
  // Apache calls a tag weak for the first seconds.
  const tag = textOf(properties, 'getetag')?.replace(/^W\//, '') ?? textOf(properties, 'getlastmodified') ?? '';
  return { segments, isFolder, bytes, version: `${bytes}-${tag}` };
}

function segmentsOf(href: string): string[] | null {
  const path = URL.parse(href, 'http://server/')?.pathname;
  try {
    return path?.split('/').filter(Boolean).map(decodeURIComponent) ?? null;
  } catch {
    return null;
  }
}

const storedOf = (path: string, { segments, isFolder, bytes, version }: Resource): Stored => ({
  path,
  name: segments.at(-1) ?? '',
  isFolder,
  bytes,
  version,
  sha256: null,
  mark: null,
});
