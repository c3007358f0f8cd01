// Apart from the schemas, for the browser.

export const LONGEST_CLIENT_ID = 255;
