import { existsSync, readFileSync } from 'node:fs';
import { extname } from 'node:path';
import express, { type Request, type RequestHandler, type Response } from 'express';
import { prefixOf } from '../requests/path-prefix.ts';
import { encodingFor, ENCODINGS, type Encoding } from './content-encoding.ts';

/** The name endings of the compressed copies that the build puts next to a file. */
const ENDINGS: Record<Encoding, string> = { br: '.br', gzip: '.gz' };
const COPY = /\.(br|gz)$/;

/** Which form of a file this client gets: a range is always of the uncompressed file. */
const formFor = (req: Request): Encoding | null =>
  req.headers.range === undefined ? encodingFor(req, ENCODINGS) : null;

const headersOfCopy = (res: Response, name: string, encoding: Encoding) => {
  res.vary('Accept-Encoding');
  res.setHeader('Content-Encoding', encoding);
  res.type(extname(name));
};

/** Serves a folder of files with compressed copies next to them, each in the form that the client prefers. */
export function staticFiles(folder: string, options: { immutable?: boolean; maxAge: number }): RequestHandler {
  const shared = { ...options, index: false, redirect: false } as const;
  const plain = express.static(folder, { ...shared, setHeaders: (res) => res.vary('Accept-Encoding') });
  const copiesIn = (encoding: Encoding) =>
    express.static(folder, {
      ...shared,
      acceptRanges: false,
      setHeaders: (res, file: string) => headersOfCopy(res, file.replace(COPY, ''), encoding),
    });
  const copies = { br: copiesIn('br'), gzip: copiesIn('gzip') };

  return (req, res, next) => {
    // The copies have no addresses of their own.
    if (COPY.test(req.path)) {
      next();
      return;
    }
    const encoding = formFor(req);
    if (encoding === null || req.path.endsWith('/')) {
      plain(req, res, next);
      return;
    }
    const asked = req.url;
    req.url = req.path + ENDINGS[encoding];
    copies[encoding](req, res, (error?: unknown) => {
      req.url = asked;
      if (error === undefined) plain(req, res, next);
      else next(error);
    });
  };
}

/** The page with all its addresses below a path. Its scripts find the rest from where they stand. */
const pageBelow = (prefix: string, html: string) => html.replaceAll(/ (href|src)="\//g, ` $1="${prefix}/`);

/** Sends one existing page in the same way. */
export function sendPage(req: Request, res: Response, page: string): void {
  const prefix = prefixOf(req);
  if (prefix !== '') {
    res
      .set('Cache-Control', 'no-cache')
      .type('html')
      .send(pageBelow(prefix, readFileSync(page, 'utf8')));
    return;
  }
  const encoding = formFor(req);
  const isCopied = encoding !== null && existsSync(page + ENDINGS[encoding]);
  res.set('Cache-Control', 'no-cache');
  if (isCopied) headersOfCopy(res, page, encoding);
  else res.vary('Accept-Encoding');
  res.sendFile(isCopied ? page + ENDINGS[encoding] : page, {
    cacheControl: false,
    dotfiles: 'allow',
    acceptRanges: !isCopied,
  });
}
