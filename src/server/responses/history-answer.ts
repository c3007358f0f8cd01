import type { Response } from 'express';
import type { Services } from '../../app/services.ts';
import type { ImageHistory } from '../../contract/history.ts';
import { imageHistory } from '../../edits/image-history.ts';
import { imageNotFound } from '../../platform/errors.ts';
import { jsonAnswer } from './json-answer.ts';

export type HistorySource = Pick<Services, 'library' | 'edits'>;

/** Throws `not_found`. */
export async function historyOf(from: HistorySource, id: number): Promise<ImageHistory> {
  const history = await imageHistory(from, id);
  if (!history) throw imageNotFound(id);
  return history;
}

/** Answers with the history as it is now. `change`: the change that made it so; null: there was nothing to do. */
export async function sendChangedHistory(
  res: Response,
  from: HistorySource,
  { id, change }: { id: number; change: number | null },
): Promise<void> {
  const { body, etag } = jsonAnswer(JSON.stringify(await historyOf(from, id)));
  if (change !== null) res.set('X-Change', String(change));
  res.set({ 'Cache-Control': 'no-store', ETag: etag }).type('json').send(body);
}
