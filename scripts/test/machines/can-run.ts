import { whyNoSystems } from '../chroots/debian-system.ts';

/** Fails where the tests cannot run, so that they do not count as passed. */
export default function canRun(): void {
  const reason = whyNoSystems();
  if (reason) throw new Error(`No clean machine can be made here: ${reason}.`);
}
