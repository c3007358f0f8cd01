import type { EditsResult, HistoryCopy } from '../../contract/history.ts';
import type { DryRunProgress } from '../../contract/image-change.ts';
import { JSON_LINES } from '../../contract/json-lines.ts';
import type { PostponedChange } from '../../contract/postponed.ts';
import { jsonLines } from './json-lines.ts';
import { ConnectionError, send } from './request.ts';

/** When edits are put on pictures. */
export type When = 'now' | 'darktable_closed';

/** Edits for pictures: copied ones, or a style. */
export type PuttableEdits = ({ is: 'copy' } & Omit<HistoryCopy, 'to' | 'when'>) | { is: 'style'; name: string };

/** Puts edits on pictures, or notes that until darktable is closed. */
export const putEdits = async (
  edits: PuttableEdits,
  to: readonly number[],
  when: When,
): Promise<EditsResult | PostponedChange> =>
  (await (await post(edits, to, when)).json()) as EditsResult | PostponedChange;

const DRY_RUN = '?dry_run=1';

/** What that would do; nothing is stored. */
export const wouldPutEdits = async (edits: PuttableEdits, to: readonly number[], when: When): Promise<EditsResult> =>
  (await (await post(edits, to, when, { query: DRY_RUN })).json()) as EditsResult;

/** The same, told as it grows. */
export async function watchEdits(
  edits: PuttableEdits,
  to: readonly number[],
  { signal, onProgress }: { signal: AbortSignal; onProgress: (progress: DryRunProgress) => void },
): Promise<EditsResult> {
  const answer = await post(edits, to, 'now', { query: DRY_RUN, accept: JSON_LINES, signal });
  const last = await jsonLines<DryRunProgress | EditsResult>(answer, (line) => {
    if ('done' in line) onProgress(line);
  });
  if ('done' in last) throw new ConnectionError(new Error('the answer was cut off'));
  return last;
}

interface Asked {
  query?: string;
  accept?: string;
  signal?: AbortSignal;
}

function post(
  { is, ...edits }: PuttableEdits,
  to: readonly number[],
  when: When,
  { query = '', accept = 'application/json', signal }: Asked = {},
): Promise<Response> {
  return send(`${is === 'copy' ? '/api/v1/images/history/copy' : '/api/v1/styles/apply'}${query}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept },
    body: JSON.stringify({ ...edits, to, when }),
    ...(signal && { signal }),
  });
}
