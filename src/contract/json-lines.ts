// Apart from the schemas, for the browser.

/** The content type of a dry run in lines: progress, and the result as the last one. */
export const JSON_LINES = 'application/x-ndjson';
