import type { PanelPart } from '../organising/panel/organise-panel.tsx';
import { Store, useStore } from '../stores/store.ts';

/** What the panel beside the grid shows; null while it is closed. */
const shown = new Store<PanelPart | null>(null);

export const openPanel = (part: PanelPart): void => shown.set(part);
export const closePanel = (): void => shown.set(null);
export const usePanel = () => useStore(shown);
