import { browserName } from '../settings/browser-name.ts';

/** Each has steps of its own. */
export const SYSTEMS = ['ios', 'android', 'mac', 'windows', 'linux', 'firefox'] as const;
type System = (typeof SYSTEMS)[number];

/** Firefox has a store of its own, except where Apple makes it use the system's. */
export function systemOf(agent: string): System {
  const { browser, system } = browserName(agent);
  if (system === 'iPhone' || system === 'iPad') return 'ios';
  if (browser === 'Firefox') return 'firefox';
  if (system === 'Android') return 'android';
  if (system === 'Mac') return 'mac';
  return system === 'Windows' ? 'windows' : 'linux';
}
