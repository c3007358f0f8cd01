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
  admin: 'rights.admin',
} as const satisfies Record<Scope, string>;

/** Why the session lacks the scope; null when it has it. */
const lacking = (session: Session | undefined, scope: Scope): string | null =>
  session?.scopes.includes(scope) === true ? null : t(WORDS[scope]);

/** The same at this moment, where nothing has to follow. */
export const lackingNow = (scope: Scope): string | null =>
  lacking(queryClient.getQueryData(sessionQuery.queryKey), scope);

/**
 * Why this sign-in cannot do now what the scope is for, in words for people; null when it can. Known before anything is tried, and followed
 * while read-only mode comes and goes.
 */
export function useWhyNot(scope: Scope): string | null {
  const { data: session } = useQuery(sessionQuery);
  // Whoever shows the library asks; here it is only looked at.
  const { data: library } = useQuery({ ...libraryQuery, enabled: false });
  const readOnly = scope === 'cache:refresh' && library?.read_only === true ? t('rights.readOnly') : null;
  return lacking(session, scope) ?? readOnly;
}
