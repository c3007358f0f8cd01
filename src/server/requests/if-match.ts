import { AppError } from '../../platform/errors.ts';
import { plainTag } from '../responses/content-encoding.ts';

/**
 * The check for If-Match (strong comparison, RFC 9110 13.1.1), or undefined without that header: throws `precondition_failed` when it names none of the
 * tags that `what` has now.
 */
export function ifMatch(
  header: string | undefined,
  what: string,
): ((...now: [string, ...string[]]) => void) | undefined {
  if (header === undefined || header.trim() === '*') return undefined;
  const tags = header.split(',').map((tag) => plainTag(tag.trim()));
  return (...now) => {
    if (now.some((etag) => tags.includes(etag))) return;
    throw new AppError('precondition_failed', `${what} no longer matches If-Match. Its ETag is now ${now[0]}.`);
  };
}
