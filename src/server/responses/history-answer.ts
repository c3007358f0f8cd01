import type { Response } from 'express';
import type { Services } from '../services.ts';
import type { ImageHistory } from '../../contract/history.ts';
import { imageHistory } from '../../develop/image-history.ts';
import { imageNotFound } from '../../platform/errors.ts';
import { prefixOf } from '../requests/path-prefix.ts';
import { jsonAnswer, type JsonAnswer } from './json-answer.ts';

export type HistorySource = Pick<Services, 'library' | 'changes'>;

/** Throws `not_found`. */
export async function historyOf(from: HistorySource, id: number): Promise<ImageHistory> {
  const history = await imageHistory(from, id);
  if (!history) throw imageNotFound(id);
  return history;
}

/** The history, as its own address answers. Throws `not_found`. */
export const historyAnswer = async (from: HistorySource, id: number): Promise<JsonAnswer> =>
  jsonAnswer(JSON.stringify(await historyOf(from, id)));

/** Answers with the history as it is now, under its own address, which the tag is for. `change`: the change that made it so; null: there was nothing to do. */
export async function sendChangedHistory(
  res: Response,
  from: HistorySource,
  { id, change }: { id: number; change: number | null },
): Promise<void> {
  const { body, etag } = await historyAnswer(from, id);
  if (change !== null) res.set('X-Change', String(change));
  const place = `${prefixOf(res.req)}/api/v1/images/${id}/history`;
  res.set({ 'Cache-Control': 'no-store', ETag: etag, 'Content-Location': place }).type('json').send(body);
}
