import type { Change, UndoResult } from '../contract/image-change.ts';
import { ApiError, type Api } from './api.ts';

/** What an undo has done. */
export interface TakenBack {
  /** Changes of the journal that are taken back now. */
  undone: number[];
  /** Pictures. */
  restored: number;
  /** Changed again since: left as it is. */
  left: { image_id: number; field: string }[];
  /** Why something was not taken back, as the API says it: names of the library may be in it. */
  problems: string[];
}

const PAGE = 500;

/** Takes changes of the journal back, the last of `changes` first. What cannot be taken back is told, and the rest is done. */
export async function takeBack(changes: readonly number[], api: Api): Promise<TakenBack> {
  const taken: TakenBack = { undone: [], restored: 0, left: [], problems: [] };
  const refused: number[] = [];
  for (const change of changes.toReversed()) {
    try {
      const result = await api.json<UndoResult>({ method: 'POST', path: `/changes/${change}/undo` });
      taken.undone.push(change);
      taken.restored += result.changed;
      taken.left.push(...result.left.map(({ image_id, field }) => ({ image_id, field })));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.code === 'conflict') refused.push(change);
      else taken.problems.push(error.detail);
    }
  }
  // What is one thing for darktable, such as a history, is taken back as a whole or not at all.
  for (const change of refused.length > 0 ? await changesSince(api, { id: Math.min(...refused) }) : []) {
    if (!refused.includes(change.id)) continue;
    if (change.undone_by !== null) taken.undone.push(change.id);
    else taken.left.push(...change.fields.map(({ image_id, field }) => ({ image_id, field })));
  }
  return taken;
}

/** Of the library's journal, newest first. */
export async function changesSince(api: Api, { id = 0, time = 0 }: { id?: number; time?: number }): Promise<Change[]> {
  const found: Change[] = [];
  for (let offset = 0; ; offset += PAGE) {
    const { items } = await api.json<{ items: Change[] }>({ path: '/changes', query: { limit: PAGE, offset } });
    const wanted = items.filter((change) => change.id >= id && change.time >= time);
    found.push(...wanted);
    if (items.length < PAGE || wanted.length === 0) return found;
  }
}
