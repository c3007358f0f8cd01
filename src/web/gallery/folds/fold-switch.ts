import type { ListParameters } from '../../api/images.ts';
import { Kept, useStore } from '../../stores/store.ts';

/** Whether this browser shows one picture of each group. */
const switched = new Kept('fold-groups', (text) => text === 'true');

export const useFolding = () => useStore(switched);
export const switchFolding = (): void => switched.keep(switched.snapshot() ? null : 'true');

/** The parameters of a list, folded as the switch has it. */
export const useFolded = (parameters: ListParameters): ListParameters =>
  useFolding() ? { ...parameters, group: 'leaders' } : parameters;
