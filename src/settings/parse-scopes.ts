import { ALL_SCOPES, DEFAULT_SCOPES, knownScopes, type Scope } from '../contract/scopes.ts';
import { didYouMean } from '../platform/did-you-mean.ts';
import { AppError } from '../platform/errors.ts';

const MOST_UNKNOWN_SCOPES = 10;

/** The scopes of a list divided by spaces; all but `admin` when it names none. Throws `invalid_body` naming what is unknown and the nearest known ones. */
export function parseScopes(text: string | undefined): Scope[] {
  const words = (text ?? '').split(/\s+/).filter((word) => word !== '');
  if (words.length === 0) return [...DEFAULT_SCOPES];
  const unknown = [...new Set(words)].filter((word) => !(ALL_SCOPES as string[]).includes(word));
  if (unknown.length > 0) {
    const hints = unknown.slice(0, MOST_UNKNOWN_SCOPES).map((word) => {
      const hint = didYouMean(word, ALL_SCOPES);
      return `"${word.slice(0, 60)}"${hint && ` (${hint})`}`;
    });
    if (unknown.length > hints.length) hints.push(`${unknown.length - hints.length} more`);
    throw new AppError(
      'invalid_body',
      `scope: there is no ${hints.join(', ')}. Known scopes: ${ALL_SCOPES.join(', ')}.`,
    );
  }
  return knownScopes(words.join(' '));
}
