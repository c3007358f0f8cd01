import type { ListedField, NewChange } from '../journal/change-journal.ts';
import type { RowChange } from './row-changes.ts';

/** A change that is not about fields of images. */
export type OperationKind = 'tag' | 'duplicate' | 'group' | 'remove' | 'module' | 'history' | 'style';

/** Full names before and after. */
export interface TagChange {
  before: string | null;
  after: string | null;
}

export interface Operation extends Omit<NewChange, 'route'> {
  kind: OperationKind;
  /** Names of a tag, or of a style. */
  tag: TagChange | null;
  rows: readonly RowChange[];
  /** Its effect on images, for lists and sidecars. */
  fields: readonly ListedField[];
}
