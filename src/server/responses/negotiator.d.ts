/** The part that we use; the published types lack `preferred`. */
declare module 'negotiator' {
  export default class Negotiator {
    constructor(request: { headers: Record<string, string | readonly string[] | undefined> });
    /** The best of those available by the Accept-Encoding header; of equals, the first of `preferred`. */
    encoding(available: readonly string[], options?: { preferred: readonly string[] }): string | undefined;
  }
}
