import type { TagBranch } from '../../../contract/image-record.ts';

/** A branch of the tree that is a tag itself. */
export type TagToChange = TagBranch & { id: number };

/** What is to be done with a tag. */
export type TagTask = { is: 'create'; below: string } | { is: 'rename' | 'merge' | 'delete'; tag: TagToChange };
/** `from` is the button that was pressed. */
export type OnTask = (task: TagTask, from: HTMLElement | null) => void;
