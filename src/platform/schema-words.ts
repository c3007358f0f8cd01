import type { z } from 'zod';

/** What zod calls a value, as people call it. */
const KINDS: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  null: 'null',
};
const UNITS: Readonly<Record<string, readonly [one: string, many: string]>> = {
  string: [' character', ' characters'],
  array: [' entry', ' entries'],
};

/**
 * What a value must be, where its schema does not say it in words of its own: `a number`, `at most 100 characters`. Goes to `parse` and
 * `safeParse` as `error`, so that nobody reads zod's words.
 */
export function schemaWords(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return KINDS[issue.expected] ?? 'another kind of value';
    case 'invalid_value':
      return listed(issue.values.map(String));
    case 'too_small':
    case 'too_big': {
      const [bound, end, beyond] =
        issue.code === 'too_small' ? [issue.minimum, 'at least', 'more than'] : [issue.maximum, 'at most', 'less than'];
      const [one, many] = UNITS[issue.origin] ?? ['', ''];
      return `${issue.inclusive === false ? beyond : end} ${bound}${Number(bound) === 1 ? one : many}`;
    }
    case 'invalid_union':
      return 'in one of the forms that the API description names';
    default:
      return 'as the API description says';
  }
}

/** The same as a sentence about a field. */
export const mustBe = (issue: z.core.$ZodRawIssue): string =>
  issue.input === undefined ? 'must be given' : `must be ${schemaWords(issue)}`;

const listed = (values: readonly string[]) =>
  values.length > 1 ? `${values.slice(0, -1).join(', ')} or ${values.at(-1)!}` : values.join('');
