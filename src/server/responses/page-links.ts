/**
 * The Link header of a page (RFC 8288): first, prev, next, last with all other parameters kept; relative to the server.
 * `url` is the path and query of the request.
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
  // The last page is counted from the first, or from this one's own steps where it does not lie on them.
  const last = total === 0 ? 0 : Math.floor((total - 1) / limit) * limit;
  const links = [link('first', 0)];
  if (offset > 0) links.push(link('prev', Math.min(Math.max(0, offset - limit), last)));
  if (offset + limit < total) links.push(link('next', offset + limit));
  links.push(link('last', last));
  return links.join(', ');
}
