import { codeWords, t } from '../i18n/words.ts';
import { ApiError, ConnectionError } from './request.ts';

/** What went wrong: a sentence in the reader's language if there is one, and the service's own detail in English. */
export function reasonParts(error: unknown): { sentence: string | null; detail: string } {
  if (error instanceof ConnectionError) return { sentence: `${t('connection.title')}.`, detail: '' };
  const detail = error instanceof Error ? error.message : String(error);
  return { sentence: error instanceof ApiError ? codeWords(error.code) : null, detail };
}

/** Both on one line, where only plain text fits. */
export function reasonOf(error: unknown): string {
  const { sentence, detail } = reasonParts(error);
  return [sentence, detail].filter(Boolean).join(' ');
}
