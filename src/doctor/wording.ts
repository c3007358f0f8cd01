import type { Wording } from '../contract/admin.ts';

export type { Wording };

/**
 * A sentence for people with its values kept separate, so that it can be translated. say`Port ${4380} is free.` is {
 * message: 'Port {0} is free.', values: [4380] }.
 */
export const say = (parts: TemplateStringsArray, ...values: (string | number)[]): Wording => ({
  message: parts.map((part, index) => (index < values.length ? `${part}{${index}}` : part)).join(''),
  values,
});

/** One sentence or several; one without values may be plain text. */
export const wordings = (words: Wording | readonly Wording[] | string): Wording[] =>
  typeof words === 'string' ? [{ message: words, values: [] }] : 'message' in words ? [words] : [...words];

export const inEnglish = (words: readonly Wording[]): string =>
  words
    .map(({ message, values }) =>
      message.replaceAll(/\{(\d+)\}/g, (_gap, index: string) => String(values[Number(index)])),
    )
    .join(' ');
