/** The path below which this Safelight is reached, such as `/photos`, from where its scripts stand; mostly none. */
const base = import.meta.env.PROD ? import.meta.url.slice(location.origin.length).replace(/\/assets\/[^/]*$/, '') : '';

/** The address of a path of this Safelight, for whatever leaves the page: requests, links, pictures. */
export const below = (path: string): string => base + path;

/** The path of the page that is shown. */
export const pathNow = (): string => location.pathname.slice(base.length) || '/';
