import { reasonOf } from '../platform/errors.ts';
import type { Log } from '../platform/log.ts';
import type { Settings } from '../settings/settings-store.ts';

/** Start at login. The desktop is asked each time, because its own settings can change this. */
export interface Autostart {
  isOn(): Promise<boolean>;
  /** Throws an Error for people. */
  set(on: boolean): Promise<void>;
}

/** Keeps the setting in step with the desktop, which decides. */
export function followAutostart(autostart: Autostart | null, settings: Settings, log: Log) {
  /** null: not supported on this computer, or unknown. */
  const isOn = async () => (await autostart?.isOn().catch(() => null)) ?? null;
  const read = async () => {
    const now = await isOn();
    if (now !== null && now !== settings.get().autostart) settings.change({ autostart: now });
  };
  return {
    isPossible: autostart !== null,
    isOn,
    /** Stores the desktop's value. */
    read,
    async set(on: boolean) {
      if (!autostart) return;
      await autostart
        .set(on)
        .catch((error: unknown) => log.error({ reason: reasonOf(error) }, 'Start at login could not be changed'));
      await read();
    },
  };
}
