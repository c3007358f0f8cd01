import type { Api } from './api.ts';
import { changesSince, takeBack } from './take-back.ts';

interface UndoAllOptions {
  /** With the rights of whoever takes back. */
  api: Api;
  /** Whose changes. */
  client: string;
  /** Unix milliseconds. */
  since: number;
}

/**
 * Takes back all that a client has done since then, newest first. What was changed again later is left and listed. It goes by the library's journal, so
 * that a call which was cut off counts as well.
 */
export async function undoAll({ api, client, since }: UndoAllOptions) {
  const standing = (await changesSince(api, { time: since })).filter(
    (change) => change.client === client && change.undoes === null && change.undone_by === null,
  );
  const { undone, restored, left, problems } = await takeBack(standing.map(({ id }) => id).reverse(), api);
  return { undone: undone.length, restored, left, problems };
}
