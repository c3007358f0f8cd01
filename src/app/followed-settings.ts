import type { SettingsValues } from '../settings/settings-schema.ts';
import type { Settings } from '../settings/settings-store.ts';

/**
 * The settings as rendering follows them.
 *
 * [Note: Programs alone] Until somebody opens the page, or chooses who renders, only programs use Safelight. They may bring a plugin of their own, so
 * what they put into the queue files is left to the plugin (docs/decisions/0029-who-renders-by-default.md).
 */
export const followedSettings = (settings: Pick<Settings, 'get' | 'isChosen'>): Readonly<SettingsValues> =>
  settings.isChosen('renderer') ? settings.get() : { ...settings.get(), renderer: 'bridge' };
