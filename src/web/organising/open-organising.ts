import { decisions } from './decisions.ts';
import { openEnded } from './ended.ts';
import { marksAhead } from './marks-ahead.ts';
import { openProgress } from './progress.ts';
import { sending } from './waiting/send-waiting.ts';
import { waitingChanges } from './waiting/waiting-changes.ts';
import { waitingState } from './waiting/waiting-state.ts';

/** From now on, decisions are kept, sent and told, also those of other tabs and from before a reload. */
export function openOrganising(): void {
  marksAhead.open();
  openEnded();
  openProgress();
  decisions.open();
  waitingState.open();
  sending.open();
  waitingChanges.open();
}
