import { type PuttableEdits, wouldPutEdits } from '../../api/put-edits.ts';

/** What an open darktable makes of edits for many pictures. */
export interface Outlook {
  /** How long it would take now. */
  seconds: number | null;
  /** Why it would be refused now; in English. */
  refusedNow: string | null;
}

/** For fewer pictures it is simply done. */
const FEWEST = 20;
/** So many tell how long it takes for all. */
const SAMPLE = 200;
/** Whatever takes less is not asked about. */
const SLOW_SECONDS = 5;

export const isSlow = ({ seconds, refusedNow }: Outlook) => refusedNow !== null || (seconds ?? 0) >= SLOW_SECONDS;

/** null: nothing speaks against doing it now, or nobody can tell. */
export async function outlookOf(edits: PuttableEdits, to: readonly number[]): Promise<Outlook | null> {
  if (to.length < FEWEST) return null;
  const sample = to.slice(0, SAMPLE);
  try {
    const { seconds, refused_now: refusal } = await wouldPutEdits(edits, sample, 'now');
    const all = seconds === undefined ? null : Math.ceil((seconds * to.length) / sample.length);
    const outlook = { seconds: all, refusedNow: refusal ?? null };
    return isSlow(outlook) ? outlook : null;
  } catch {
    // What is wrong is told when it is done.
    return null;
  }
}
