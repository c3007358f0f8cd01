import type { Request } from 'express';
import { entryEtag } from '../../changes/modules/module-entry.ts';
import { AppError } from '../../platform/errors.ts';
import { historyAnswer, type HistorySource } from '../responses/history-answer.ts';
import { ifMatch } from './if-match.ts';

/**
 * The check for If-Match before the history of an image is changed; undefined without that header. For a module the tag of its entry counts as well as
 * that of the history, which answers to such changes have.
 */
export function historyIfMatch(
  { headers }: Request,
  from: HistorySource,
  { id, op }: { id: number; op?: string },
  instance?: number,
): (() => Promise<void>) | undefined {
  const refuse = ifMatch(headers['if-match'], 'The history');
  return (
    refuse &&
    (async () => {
      const { etag } = await historyAnswer(from, id);
      const entry = op === undefined ? null : await from.changes.modules.module(id, op, instance).catch(notThere);
      refuse(etag, ...(entry ? [entryEtag(entry)] : []));
    })
  );
}

function notThere(error: unknown): null {
  if (error instanceof AppError && error.code === 'module_not_found') return null;
  throw error;
}
