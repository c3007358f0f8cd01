import type { LiveEvent } from '../../contract/live-events.ts';

export type ChangeProgress = Extract<LiveEvent, { name: 'change-progress' }>['data'];

const listeners = new Set<(progress: ChangeProgress) => void>();

/** News about changes of several pictures while they are made, by whoever made them. */
export const onChangeProgress = (listener: (progress: ChangeProgress) => void) => listeners.add(listener);

export function hearChangeProgress(progress: ChangeProgress): void {
  for (const listener of [...listeners]) listener(progress);
}
