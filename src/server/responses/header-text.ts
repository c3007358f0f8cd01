/** The part of a text that a header may hold. */
export const headerText = (text: string): string => text.replace(/[^\x20-\x7e]+/g, '?');
