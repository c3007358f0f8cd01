import type { Request, Response } from 'express';

/**
 * The Link header of a page (RFC 8288): first, prev, next and last, with all other parameters kept; relative to the
 * server. `url` is the request's path and query.
 */
export function pageLinks(url: string, page: { limit: number; offset: number }, total: number): string {
  const [path = '', search = ''] = url.split('?');
  const { limit, offset } = page;
  const query = new URLSearchParams(search);
  query.set('limit', String(limit));
  const link = (rel: string, at: number) => {
    query.set('offset', String(at));
    return `<${path}?${query.toString()}>; rel="${rel}"`;
  };
  // Pages are counted from the first, whatever the offset of this one.
  const last = total === 0 ? 0 : Math.floor((total - 1) / limit) * limit;
  const links = [link('first', 0)];
  if (offset > 0) links.push(link('prev', Math.min(Math.max(0, offset - limit), last)));
  if (offset + limit < total) links.push(link('next', offset + limit));
  links.push(link('last', last));
  return links.join(', ');
}

interface AskedPage {
  query: { limit: number; offset: number };
  req: Pick<Request, 'originalUrl'>;
  res: Response;
}

/** The body of a page; its neighbors go into the header `Link`. */
export function page<Item>({ query, req, res }: AskedPage, { items, total }: { items: Item[]; total: number }) {
  const { limit, offset } = query;
  res.setHeader('Link', pageLinks(req.originalUrl, query, total));
  return { items, total, limit, offset };
}
