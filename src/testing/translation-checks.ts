/** What tests ask of the texts of every language, of the page and of the desktop. */

const gaps = (text: string) =>
  [...text.matchAll(/\{\{(\w+)\}\}/g)]
    .map(([, name]) => name)
    .sort()
    .join();

/**
 * The forms of numbers that texts of a language lack. `_other` stands in for a form that only a million has. A form that
 * is for one number says it in words if it likes; `one` is also for 0 in French, and has to show which it is.
 */
export function missingForms(language: string, texts: ReadonlyMap<string, string>): string[] {
  const rules = new Intl.PluralRules(language);
  const forms = new Set(Array.from({ length: 200 }, (_, number) => rules.select(number)));
  const isForSeveral = (form: string) => rules.select(0) === form;
  return [...texts].flatMap(([key, text]) => {
    if (!key.endsWith('_other')) return [];
    const name = key.slice(0, -'_other'.length);
    return [...forms].flatMap((form) => {
      const own = texts.get(`${name}_${form}`);
      const isThere = own !== undefined && (!isForSeveral(form) || gaps(own) === gaps(text));
      return isThere ? [] : [`${name}_${form}`];
    });
  });
}

/** A sign that French sets apart, without the narrow no-break space; not in `7:6`, nor in an address. */
const TOO_NEAR = /[^\u202f](?:[;!?»%]|:(?:\s|$))|«[^\u202f]/;
/** `tag:` stands as it is typed. */
const TYPED = /(?:\b[a-z]+|\}\}):(?=\u202f»)/g;

/** Whether a French text has its signs and its apostrophes as they are printed. */
export const isFrenchSet = (text: string): boolean => !TOO_NEAR.test(text.replaceAll(TYPED, '')) && !text.includes("'");
