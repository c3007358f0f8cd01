import { useSyncExternalStore } from 'react';
import type { PanelPart } from '../organising/panel/organise-panel.tsx';

/** What the panel beside the grid shows; null while it is closed. */
let shown: PanelPart | null = null;
const listeners = new Set<() => void>();

export function openPanel(part: PanelPart): void {
  shown = part;
  for (const listener of [...listeners]) listener();
}

export function closePanel(): void {
  shown = null;
  for (const listener of [...listeners]) listener();
}

export const usePanel = () =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => shown,
  );
