/** For a shape of an SVG, which Tab shall reach: case counts there, and Preact writes the name of an attribute as it is. */
export const TAB_STOP: object = { tabindex: 0 };
