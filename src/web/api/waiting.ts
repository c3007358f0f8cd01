import { useSyncExternalStore } from 'react';

/**
 * Images that this page asked darktable to render anew, with the version of the preview that they had then. One is done when a
 * newer version comes.
 */
const waiting = new Map<number, string>();
const listeners = new Set<() => void>();

function tell(): void {
  for (const listener of [...listeners]) listener();
}

export function nowWaiting(images: Iterable<{ id: number; version: string }>): void {
  for (const { id, version } of images) waiting.set(id, version);
  tell();
}

export function noLongerWaiting(id: number): void {
  if (waiting.delete(id)) tell();
}

/** Whether a new preview of the image is on its way. */
export function useIsWaiting(id: number, version: string): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => {
      const since = waiting.get(id);
      return since !== undefined && (since === '' || since === version);
    },
  );
}
