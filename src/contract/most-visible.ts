// Apart from the schemas, for the browser.

/** At most so many images that a viewer sees: a screen full of thumbnails, and some more. */
export const MOST_VISIBLE = 200;
