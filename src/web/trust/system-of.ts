/** Each has steps of its own. */
export const SYSTEMS = ['ios', 'android', 'mac', 'windows', 'linux', 'firefox'] as const;
type System = (typeof SYSTEMS)[number];

/** Firefox has a store of its own, except where Apple makes it use the system's. */
export function systemOf(agent: string): System {
  if (/iPhone|iPad/.test(agent)) return 'ios';
  if (agent.includes('Firefox/')) return 'firefox';
  if (agent.includes('Android')) return 'android';
  if (agent.includes('Macintosh')) return 'mac';
  return agent.includes('Windows') ? 'windows' : 'linux';
}
