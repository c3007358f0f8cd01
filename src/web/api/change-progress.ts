import type { ChangeProgress } from '../../contract/image-change.ts';
import { Signal } from '../stores/store.ts';

export type { ChangeProgress };

/** News about changes of several pictures while they are made, by whoever made them. */
export const changeProgress = new Signal<ChangeProgress>();
