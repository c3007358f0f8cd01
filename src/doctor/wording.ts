import type { Wording } from '../contract/admin.ts';

export type { Wording };

/**
 * A sentence for people with its values apart, so that another language can be put around them.
 * say`Port ${4380} is free.` is { message: 'Port {0} is free.', values: [4380] }.
 */
export const say = (parts: TemplateStringsArray, ...values: (string | number)[]): Wording => ({
  message: parts.map((part, place) => (place < values.length ? `${part}{${place}}` : part)).join(''),
  values,
});

/** One sentence or several; one without values may be a plain text. */
export const wordings = (words: Wording | readonly Wording[] | string): Wording[] =>
  typeof words === 'string' ? [{ message: words, values: [] }] : 'message' in words ? [words] : [...words];

export const inEnglish = (words: readonly Wording[]): string =>
  words
    .map(({ message, values }) =>
      message.replaceAll(/\{(\d+)\}/g, (_gap, place: string) => String(values[Number(place)])),
    )
    .join(' ');
