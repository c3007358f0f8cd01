import type { ChangeProgress } from '../../contract/image-change.ts';

export type { ChangeProgress };

const listeners = new Set<(progress: ChangeProgress) => void>();

/** News about changes of several pictures while they are made, by whoever made them. */
export const onChangeProgress = (listener: (progress: ChangeProgress) => void) => listeners.add(listener);

export function hearChangeProgress(progress: ChangeProgress): void {
  for (const listener of [...listeners]) listener(progress);
}
