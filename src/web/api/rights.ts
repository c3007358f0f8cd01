import { useQuery } from '@tanstack/react-query';
import type { Scope } from '../../contract/scopes.ts';
import { t } from '../i18n/words.ts';
import { libraryQuery } from './library.ts';
import { queryClient } from './query-client.ts';
import { type Session, sessionQuery } from './session.ts';

const WORDS = {
  'images:read': 'rights.images',
  'previews:read': 'rights.previews',
  'tags:read': 'rights.tags',
  'films:read': 'rights.films',
  'cache:refresh': 'rights.change',
  'images:write': 'rights.organise',
  'proofing:manage': 'rights.proofing',
  admin: 'rights.admin',
} as const satisfies Record<Scope, string>;

/** What read-only mode forbids. */
const CHANGING: ReadonlySet<Scope> = new Set(['cache:refresh', 'images:write']);

/** Why the session lacks the scope; null when it has it. */
const lacking = (session: Session | undefined, scope: Scope): string | null =>
  session?.scopes.includes(scope) === true ? null : t(WORDS[scope]);

/** The present value, for code that need not follow changes. */
export const lackingNow = (scope: Scope): string | null =>
  lacking(queryClient.getQueryData(sessionQuery.queryKey), scope);

/**
 * Why this session cannot use the scope now, in words for people; null when it can. Known before anything is tried;
 * follows changes of read-only mode.
 */
export function useWhyNot(scope: Scope): string | null {
  const { data: session } = useQuery(sessionQuery);
  // The part that shows the library makes the request; this one only reads the result.
  const { data: library } = useQuery({ ...libraryQuery, enabled: false });
  if (!CHANGING.has(scope) || library?.read_only !== true) return lacking(session, scope);
  return lacking(session, scope) ?? (library.is_newer ? t('rights.newerLibrary') : t('rights.readOnly'));
}
