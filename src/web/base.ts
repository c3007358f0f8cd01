/** A page, or a worker of one. */
const { document, location: here } = globalThis as { document?: Document; location?: Location };

/** The path below which this Safelight is reached, such as `/photos`: the service writes it into the page, and workers stand below it. Mostly none. */
const base = document?.documentElement.dataset.base ?? /^(.*)\/assets\//.exec(here?.pathname ?? '')?.[1] ?? '';

/** The address of a path of this Safelight, for whatever leaves the page: requests, links, pictures. */
export const below = (path: string): string => base + path;

/** The path of the page that is shown. */
export const pathNow = (): string => location.pathname.slice(base.length) || '/';
