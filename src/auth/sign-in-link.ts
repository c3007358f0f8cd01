/** A link that signs a browser in and then opens a page. */
const PAGE = /^\/(?!\/)[a-z0-9/-]{0,200}(\?[a-z0-9=&-]{0,200})?$/i;

/** Always a page of Safelight, so that links cannot redirect elsewhere. */
export const pageOf = (wanted: unknown): string => (typeof wanted === 'string' && PAGE.test(wanted) ? wanted : '/');

export function signInLink(origin: string, code: string, page = '/'): string {
  const search = new URLSearchParams({ code, ...(pageOf(page) === '/' ? {} : { to: pageOf(page) }) });
  return `${origin}/sign-in?${search.toString()}`;
}
