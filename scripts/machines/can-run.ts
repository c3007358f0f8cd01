import { whyNoSystems } from '../chroots/debian-system.ts';

/** Nothing has passed where nothing could be tried. */
export default function canRun(): void {
  const reason = whyNoSystems();
  if (reason) throw new Error(`No clean machine can be made here: ${reason}.`);
}
