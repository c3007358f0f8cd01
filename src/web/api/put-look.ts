import type { EditsResult, HistoryCopy } from '../../contract/history.ts';
import type { PostponedChange } from '../../contract/postponed.ts';
import { send } from './request.ts';

/** When edits are put on pictures. */
export type When = 'now' | 'darktable_closed';

/** Edits for pictures: copied ones, or a style. */
export type Look = ({ is: 'copy' } & Omit<HistoryCopy, 'to' | 'when'>) | { is: 'style'; name: string };

/** Puts a look on pictures, or notes that until darktable is closed. */
export const putLook = async (look: Look, to: readonly number[], when: When): Promise<EditsResult | PostponedChange> =>
  (await (await post(look, to, when)).json()) as EditsResult | PostponedChange;

/** What that would do; nothing is stored. */
export const wouldPutLook = async (
  look: Look,
  to: readonly number[],
  when: When,
  signal?: AbortSignal,
): Promise<EditsResult> => (await (await post(look, to, when, { query: '?dry_run=1', signal })).json()) as EditsResult;

function post(
  { is, ...look }: Look,
  to: readonly number[],
  when: When,
  { query = '', signal }: { query?: string; signal?: AbortSignal | undefined } = {},
): Promise<Response> {
  return send(`${is === 'copy' ? '/api/v1/images/history/copy' : '/api/v1/styles/apply'}${query}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...look, to, when }),
    ...(signal && { signal }),
  });
}
