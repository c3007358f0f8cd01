import type { Request, Response } from 'express';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import type { OpenLink } from '../../proofing/guest-door.ts';
import { encodingFor, ENCODINGS, type Encoding } from '../responses/content-encoding.ts';
import { PAGE_POLICY } from './guest-headers.ts';
import type { Outcome } from './outcome.ts';

type Forms = Partial<Record<Encoding | 'plain', Buffer>>;

/** The page of guests as it was built. */
export interface GuestPage {
  html: string;
  /** By their names below `/p/a/`: no part of an address becomes one of a path. */
  assets: ReadonlyMap<string, Forms>;
}

const ENDINGS = { '.br': 'br', '.gz': 'gzip' } as const;

const NOT_BUILT = '<!doctype html><html lang="en"><meta charset="utf-8"><title>Pictures</title><body></body></html>';

export function readGuestPage(folder: string): GuestPage {
  const assets = new Map<string, Forms>();
  if (!existsSync(folder)) return { html: NOT_BUILT, assets };
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    if (!entry.isFile()) continue;
    const file = join(entry.parentPath, entry.name);
    const name = file.slice(folder.length + 1).replaceAll(sep, '/');
    const [copied, ending, form] = copyOf(name);
    if (ending === '.map' || copied === 'index.html') continue;
    assets.set(copied, { ...assets.get(copied), [form]: readFileSync(file) });
  }
  return { html: readFileSync(join(folder, 'index.html'), 'utf8'), assets };
}

function copyOf(name: string): [string, string, Encoding | 'plain'] {
  const ending = name.slice(name.lastIndexOf('.'));
  return ending === '.br' || ending === '.gz'
    ? [name.slice(0, -ending.length), ending, ENDINGS[ending]]
    : [name, ending, 'plain'];
}

/** What the build names by its content never changes. */
const HASHED = /-[\w-]{8}\.\w+$/;

export function sendAsset(req: Request, res: Response, { assets }: GuestPage, name: string): Outcome {
  const forms = assets.get(name);
  if (!forms?.plain) return 'nothing';
  const wanted = encodingFor(req, ENCODINGS);
  const encoding = wanted !== null && forms[wanted] ? wanted : null;
  res.vary('Accept-Encoding').type(name.slice(name.lastIndexOf('.')));
  res.set('Cache-Control', HASHED.test(name) ? 'public, max-age=31536000, immutable' : 'no-cache');
  if (encoding !== null) res.set('Content-Encoding', encoding);
  sendWhole(req, res, (encoding === null ? forms.plain : forms[encoding]) ?? forms.plain);
  return 'answered';
}

/**
 * The page, the same for every link, also for those that open nothing: what is behind one it asks by a request of its own, as the cookie is not sent
 * when a link in a mail is followed. `tags`: for messengers, which look at no more than this.
 */
export function sendGuestPage(req: Request, res: Response, { html }: GuestPage, tags = ''): Outcome {
  res.set('Content-Security-Policy', PAGE_POLICY).type('html');
  sendWhole(req, res, Buffer.from(tags === '' ? html : html.replace('</head>', () => `${tags}</head>`)));
  return 'answered';
}

/** `link`: as guests have it; null: nobody knows how they reach this computer. */
export function previewTags({ title, hasPicture }: NonNullable<OpenLink['preview']>, link: string | null): string {
  const picture = !hasPicture || link === null ? null : `${link}/preview.jpg`;
  const tags: [string, string, string][] = [
    ['property', 'og:title', title],
    ['property', 'og:type', 'website'],
    ...(picture === null
      ? []
      : ([
          ['property', 'og:image', picture],
          ['property', 'og:image:type', 'image/jpeg'],
          ['name', 'twitter:card', 'summary_large_image'],
        ] satisfies [string, string, string][])),
  ];
  return tags.map(([kind, name, text]) => `<meta ${kind}="${name}" content="${escaped(text)}">`).join('');
}

const escaped = (text: string) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

function sendWhole(req: Request, res: Response, bytes: Buffer): void {
  res.set('Content-Length', String(bytes.length));
  res.end(req.method === 'HEAD' ? undefined : bytes);
}
