import { factsOfRelease, learnRelease } from '../darktable/release-facts.ts';
import type { Library } from '../library/library.ts';
import { darkroomLayouts } from '../organising/darkroom-layouts.ts';
import { reasonOf } from '../platform/errors.ts';
import type { Log } from '../platform/log.ts';
import type { ResidentRenderer } from '../renderer/resident/resident-renderer.ts';

/** darktable may be upgraded meanwhile; to find that out takes no more than a look at its file. */
const LOOK_MS = 60_000;

/** Learns, in the background, what the installed darktable has in its pixel pipe, when its release came out after this Safelight. */
export function learnInstalledRelease(
  resident: Pick<ResidentRenderer, 'release'>,
  { library, log }: { library: Pick<Library, 'read'>; log: Log },
): { close: () => void } {
  const look = async () => {
    try {
      const facts = await resident.release();
      if (facts !== factsOfRelease(facts.release))
        learnRelease({ ...facts, layouts: await library.read(darkroomLayouts) });
    } catch (error) {
      log.debug(`The installed darktable was not asked: ${reasonOf(error)}`);
    }
  };
  void look();
  const timer = setInterval(() => void look(), LOOK_MS).unref();
  return { close: () => clearInterval(timer) };
}
