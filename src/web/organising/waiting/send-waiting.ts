import { isConnectionLost, onConnectionChange } from '../../api/connection.ts';
import { libraryQuery } from '../../api/library.ts';
import { noteRefusal, queryClient } from '../../api/query-client.ts';
import { lackingNow } from '../../api/rights.ts';
import { ApiError, ConnectionError } from '../../api/request.ts';
import { inOneTab } from './one-tab.ts';
import { type Sent, sendOne } from './send-one.ts';
import type { WaitingChange } from './waiting-change.ts';
import { waitingChanges } from './waiting-changes.ts';
import { isOwnedBy, isReady, ownerNow, tellsOwner } from './whose.ts';

/** Refusals that are not about the change itself: it is sent again later. */
const LATER: ReadonlySet<number> = new Set([401, 429, 503]);
const LATER_MS = 3000;
/** Refusals that trying again cannot change. */
const FOR_GOOD: ReadonlySet<string> = new Set(['invalid_body', 'not_found']);

/** Sends the waiting changes in their order, as far as the service takes them. */
class Sending {
  /** Since when the service has been reachable, in Unix milliseconds. */
  #connectedSince = Date.now();
  #isAsked = false;
  #again: ReturnType<typeof setTimeout> | undefined;
  #owner = '';

  open(): void {
    onConnectionChange(() => {
      if (isConnectionLost()) return;
      this.#connectedSince = Date.now();
      this.send();
    });
    queryClient.getQueryCache().subscribe(({ type, query: { queryKey } }) => {
      if (type === 'updated' && tellsOwner(queryKey as readonly unknown[])) this.#followOwner();
    });
  }

  send(): void {
    if (this.#isAsked) return;
    this.#isAsked = true;
    void inOneTab(async () => {
      // Whatever is added from now on asks for another turn.
      this.#isAsked = false;
      await this.#sendAll();
    });
  }

  /** Another library, or somebody has signed in. */
  #followOwner(): void {
    const now = JSON.stringify([
      ownerNow(),
      queryClient.getQueryData(libraryQuery.queryKey)?.state,
      lackingNow('images:write'),
    ]);
    if (now === this.#owner) return;
    this.#owner = now;
    this.send();
  }

  /** Made before that, or left in the middle when a page was closed. */
  #wasHeldUp = ({ hadToWait, state, time, isForced }: WaitingChange): boolean =>
    !isForced && (hadToWait || state === 'sending' || time < this.#connectedSince);

  async #sendAll(): Promise<void> {
    for (;;) {
      const owner = ownerNow();
      if (!owner || isConnectionLost() || lackingNow('images:write') !== null) return;
      const own = (await waitingChanges.all()).filter(
        (change) => isOwnedBy(change, owner) && (change.state === 'waiting' || change.state === 'sending'),
      );
      if (own.length === 0) return;
      // This page may not know yet that the service has opened another library.
      if (own.some(this.#wasHeldUp)) {
        const library = await queryClient.query({ ...libraryQuery, staleTime: 0 }).catch(() => undefined);
        if (!isReady(library) || library.library !== owner.library) return;
      }
      for (const change of own) if (!(await this.#sendOne(change.key))) return;
    }
  }

  /** Returns false if the rest has to wait as well. */
  async #sendOne(key: string): Promise<boolean> {
    const taken = await waitingChanges.update(key, (change) => ({
      ...change,
      hadToWait: this.#wasHeldUp(change),
      state: 'sending',
    }));
    // It was withdrawn.
    if (!taken) return true;
    try {
      const { outcome, conflicts } = await sendOne(taken, async (progress) => {
        await waitingChanges.update(key, (change) => ({ ...change, ...progress }));
      });
      if (conflicts.length > 0) await keepConflict(taken, conflicts);
      await waitingChanges.remove(key);
      waitingChanges.tell({ is: 'ended', key, outcome });
    } catch (error) {
      if (error instanceof ConnectionError || (error instanceof ApiError && LATER.has(error.status))) {
        noteRefusal(error);
        await waitingChanges.update(key, (change) => ({ ...change, state: 'waiting' }));
        if (error instanceof ApiError) this.#sendLater();
        return false;
      }
      await refuse(key, error);
    }
    return true;
  }

  #sendLater(): void {
    clearTimeout(this.#again);
    this.#again = setTimeout(() => this.send(), LATER_MS);
  }
}

export const sending = new Sending();

/** The images that somebody else has changed wait for a decision of their own. */
function keepConflict(change: WaitingChange, conflicts: Sent['conflicts']): Promise<void> {
  const ids = conflicts.map(({ id }) => id);
  return waitingChanges.add({
    ...change,
    key: `${change.key}!`,
    ids,
    stored: [],
    state: 'conflict',
    name: conflicts[0]?.name ?? null,
    meanwhile: conflicts.map(({ id, now }) => [id, now]),
    before: change.before.filter(([id]) => ids.includes(id)),
  });
}

async function refuse(key: string, error: unknown): Promise<void> {
  noteRefusal(error);
  const code = error instanceof ApiError ? error.code : 'unknown';
  const reason = { code, detail: error instanceof Error ? error.message : String(error) };
  const failed = await waitingChanges.update(key, (change) => ({ ...change, state: 'failed', reason }));
  // An undo can be asked for again; an invalid change stays invalid.
  if (failed?.what.is === 'undo' || FOR_GOOD.has(code)) await waitingChanges.remove(key);
  waitingChanges.tell({
    is: 'ended',
    key,
    outcome: { is: 'refused', reason, changes: failed?.stored ?? [], count: failed?.ids.length ?? 0 },
  });
}
