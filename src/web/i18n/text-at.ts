export type Values = Record<string, string | number>;

/** Texts by name, also in groups: `gallery.pictures` is the key of the text `pictures` in the group `gallery`. */
export interface TextGroup {
  readonly [name: string]: string | TextGroup;
}

/**
 * The text with this key. `pictures_one` and `pictures_other` are forms of `pictures`: the one for the number is taken, else the last,
 * as for a million in French, whose own form ("many") is for numbers in words. undefined if there is none.
 */
export function textAt(words: TextGroup | undefined, key: string, form?: Intl.LDMLPluralRule): string | undefined {
  const names = key.split('.');
  const last = names.pop() ?? key;
  const group = names.reduce<TextGroup | undefined>((from, name) => {
    const inside = own(from, name);
    return typeof inside === 'object' ? inside : undefined;
  }, words);
  const text = (form && (own(group, `${last}_${form}`) ?? own(group, `${last}_other`))) ?? own(group, last);
  return typeof text === 'string' ? text : undefined;
}

/** `{{name}}` stands for the value of this name. */
export const filled = (text: string, values: Values): string =>
  text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? ''));

/** A text such as "constructor" is no property of every object here. */
const own = (words: TextGroup | undefined, name: string) =>
  words && Object.hasOwn(words, name) ? words[name] : undefined;
