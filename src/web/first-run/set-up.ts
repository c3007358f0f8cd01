import type { BridgeStatus } from '../../contract/admin.ts';

/** Somebody renders, or will as soon as darktable is open. */
export const isRenderingSetUp = ({ plugin, rendering }: BridgeStatus) => plugin.installed || rendering.is_rendering;
