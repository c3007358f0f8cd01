import { dirname } from 'node:path';
import { workflowIn } from '../darktable/darktablerc.ts';
import { learnRelease, learnWorkflow, shippedFacts, type ReleaseFacts } from '../darktable/release-facts.ts';
import type { Library } from '../library/library.ts';
import { darkroomLayouts } from '../develop/darkroom-layouts.ts';
import { reasonOf } from '../platform/errors.ts';
import type { Log } from '../platform/log.ts';
import type { ResidentRenderer } from '../renderer/resident/resident-renderer.ts';
import { settingsState } from '../renderer/user-config.ts';

/** darktable may be updated meanwhile, or set to another workflow; to find that out takes no more than a look at its files. */
const LOOK_MS = 5_000;
/** It writes its layouts when its window opens. */
const LAYOUTS_MS = 60_000;

/** Learns, in the background, what the installed darktable has in its pixel pipe, and again when it is another one; and its user's workflow. */
export function learnInstalledRelease(
  resident: Pick<ResidentRenderer, 'release'>,
  { library, log }: { library: Pick<Library, 'read' | 'file'>; log: Log },
): { close: () => void } {
  let learned: { facts: ReleaseFacts; atMs: number } | null = null;
  let why: string | null = null;
  let read: string | null = null;
  const closing = new AbortController();
  const isClosed = () => closing.signal.aborted;
  const lookAtSettings = async () => {
    const config = dirname(library.file);
    const state = await settingsState(config);
    if (state === read) return;
    const workflow = await workflowIn(config);
    if (isClosed()) return;
    read = state;
    learnWorkflow(workflow);
  };
  const look = async () => {
    await lookAtSettings();
    if (isClosed()) return;
    try {
      const facts = await resident.release();
      if (isClosed()) return;
      if (facts === learned?.facts && performance.now() - learned.atMs < LAYOUTS_MS) return;
      const isShipped = shippedFacts().includes(facts);
      const layouts = isShipped ? undefined : await library.read(darkroomLayouts);
      if (isClosed()) return;
      learnRelease(layouts === undefined ? facts : { ...facts, layouts });
      [learned, why] = [{ facts, atMs: performance.now() }, null];
    } catch (error) {
      if (isClosed() || reasonOf(error) === why) return;
      [learned, why] = [null, reasonOf(error)];
      learnRelease({ why });
      log.debug({ reason: why }, 'The installed darktable was not asked');
    }
  };
  let isLooking = false;
  const lookOnce = async () => {
    if (isLooking) return;
    isLooking = true;
    await look();
    isLooking = false;
  };
  void lookOnce();
  const timer = setInterval(() => void lookOnce(), LOOK_MS).unref();
  return {
    close: () => {
      closing.abort();
      clearInterval(timer);
    },
  };
}
