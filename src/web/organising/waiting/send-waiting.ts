import { isConnectionLost, onConnectionChange } from '../../api/connection.ts';
import { libraryQuery } from '../../api/library.ts';
import { noteRefusal, queryClient } from '../../api/query-client.ts';
import { lackingNow } from '../../api/rights.ts';
import { ApiError, ConnectionError } from '../../api/request.ts';
import { inOneTab } from './one-tab.ts';
import { type Sent, sendOne } from './send-one.ts';
import type { WaitingChange } from './waiting-change.ts';
import { addWaiting, allWaiting, removeWaiting, tellTabs, updateWaiting } from './waiting-store.ts';
import { isOwnedBy, isReady, ownerNow, tellsOwner } from './whose.ts';

/** Refusals that are not about the change itself: it is sent again later. */
const LATER: ReadonlySet<number> = new Set([401, 429, 503]);
const LATER_MS = 3000;
/** Refusals that trying again cannot change. */
const FOR_GOOD: ReadonlySet<string> = new Set(['invalid_body', 'not_found']);

/** Since when the service has been reachable, in Unix milliseconds. */
let connectedSince = Date.now();
/** Made before that, or left in the middle when a page was closed. */
const wasHeldUp = ({ hadToWait, state, time, isForced }: WaitingChange) =>
  !isForced && (hadToWait || state === 'sending' || time < connectedSince);

let isAsked = false;
let again: ReturnType<typeof setTimeout> | undefined;

/** Sends the waiting changes in their order, as far as the service takes them. */
export function sendWaiting(): void {
  if (isAsked) return;
  isAsked = true;
  void inOneTab(async () => {
    // Whatever is added from now on asks for another turn.
    isAsked = false;
    await sendAll();
  });
}

async function sendAll(): Promise<void> {
  for (;;) {
    const owner = ownerNow();
    if (!owner || isConnectionLost() || lackingNow('images:write') !== null) return;
    const own = (await allWaiting()).filter(
      (change) => isOwnedBy(change, owner) && (change.state === 'waiting' || change.state === 'sending'),
    );
    if (own.length === 0) return;
    // This page may not know yet that the service has opened another library.
    if (own.some(wasHeldUp)) {
      const library = await queryClient.query({ ...libraryQuery, staleTime: 0 }).catch(() => undefined);
      if (!isReady(library) || library.library !== owner.library) return;
    }
    for (const change of own) if (!(await send(change.key))) return;
  }
}

/** Returns false if the rest has to wait as well. */
async function send(key: string): Promise<boolean> {
  const taken = await updateWaiting(key, (change) => ({ ...change, hadToWait: wasHeldUp(change), state: 'sending' }));
  // It was withdrawn.
  if (!taken) return true;
  try {
    const { outcome, conflicts } = await sendOne(taken, async (progress) => {
      await updateWaiting(key, (change) => ({ ...change, ...progress }));
    });
    if (conflicts.length > 0) await keepConflict(taken, conflicts);
    await removeWaiting(key);
    tellTabs({ is: 'ended', key, outcome });
  } catch (error) {
    if (error instanceof ConnectionError || (error instanceof ApiError && LATER.has(error.status))) {
      noteRefusal(error);
      await updateWaiting(key, (change) => ({ ...change, state: 'waiting' }));
      if (error instanceof ApiError) sendLater();
      return false;
    }
    await refuse(key, error);
  }
  return true;
}

/** The images that somebody else has changed wait for a decision of their own. */
function keepConflict(change: WaitingChange, conflicts: Sent['conflicts']): Promise<void> {
  const ids = conflicts.map(({ id }) => id);
  return addWaiting({
    ...change,
    ...{ key: `${change.key}!`, ids, stored: [], state: 'conflict', name: conflicts[0]?.name ?? null },
    meanwhile: conflicts.map(({ id, now }) => [id, now]),
    before: change.before.filter(([id]) => ids.includes(id)),
  });
}

async function refuse(key: string, error: unknown): Promise<void> {
  noteRefusal(error);
  const code = error instanceof ApiError ? error.code : 'unknown';
  const reason = { code, detail: error instanceof Error ? error.message : String(error) };
  const failed = await updateWaiting(key, (change) => ({ ...change, state: 'failed', reason }));
  // An undo can be asked for again; an invalid change stays invalid.
  if (failed?.what.is === 'undo' || FOR_GOOD.has(code)) await removeWaiting(key);
  tellTabs({
    is: 'ended',
    key,
    outcome: { is: 'refused', reason, changes: failed?.stored ?? [], count: failed?.ids.length ?? 0 },
  });
}

function sendLater(): void {
  clearTimeout(again);
  again = setTimeout(sendWaiting, LATER_MS);
}

onConnectionChange(() => {
  if (isConnectionLost()) return;
  connectedSince = Date.now();
  sendWaiting();
});

/** Another library, or somebody has signed in. */
let owner = '';
queryClient.getQueryCache().subscribe(({ type, query: { queryKey } }) => {
  if (type !== 'updated' || !tellsOwner(queryKey as readonly unknown[])) return;
  const now = JSON.stringify([
    ownerNow(),
    queryClient.getQueryData(libraryQuery.queryKey)?.state,
    lackingNow('images:write'),
  ]);
  if (now === owner) return;
  owner = now;
  sendWaiting();
});
