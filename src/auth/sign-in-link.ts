/** A link that signs a browser in, and the page that it opens then. */
const PAGE = /^\/(?!\/)[a-z0-9/-]{0,200}(\?[a-z0-9=&-]{0,200})?$/i;

/** A page of Safelight's own, whatever was asked for: nobody can be sent elsewhere. */
export const pageOf = (wanted: unknown): string => (typeof wanted === 'string' && PAGE.test(wanted) ? wanted : '/');

export function signInLink(origin: string, code: string, page = '/'): string {
  const search = new URLSearchParams({ code, ...(pageOf(page) === '/' ? {} : { to: pageOf(page) }) });
  return `${origin}/sign-in?${search.toString()}`;
}
