import type { HistoryAct } from '../../api/history.ts';
import type { ModuleEntry, ModulePatch } from '../../api/modules.ts';
import type { LoadedPreview } from '../../api/preview-load.ts';
import type { Render } from '../../api/render.ts';
import type { Conflict } from './merged.ts';
import type { VisitEdit } from './visit-steps.ts';

/** The outcome of the last edit. */
export type EditState = 'none' | 'saving' | 'rendering' | 'rendered' | 'stale' | 'failed';

export interface Edits {
  state: EditState;
  /** The preview from before the first edit since this picture was opened. */
  before: LoadedPreview | null;
  /**
   * What to render to see the picture as it was opened, or without any edit if nothing was edited since; null if a request cannot say it.
   */
  beforeRequest: () => Pick<Render, 'modules' | 'history_end'> | null;
  /** How many edits were refused: the values typed for them were not stored. */
  refusals: number;
  /** The hand moves a control: this is shown and not stored; null: it has given up. */
  move: (module: ModuleEntry, patch: ModulePatch | null) => void;
  edit: (module: ModuleEntry, patch: ModulePatch) => void;
  undo: (module: ModuleEntry) => void;
  /** Changes the history as a whole. `label`: the module that it is about. `onDone` gets what takes it back; null: there was nothing to do. `onRefused` tells why it was refused, in place of a message. */
  changeHistory: (
    act: HistoryAct,
    how: {
      label: string | null;
      onDone?: (takeBack: (() => void) | null) => void;
      onRefused?: (error: unknown) => void;
    },
  ) => void;
  /** The history was changed as a whole elsewhere on this page. */
  historyChanged: () => void;
  /** What was changed elsewhere too, and has not been stored. */
  conflicts: readonly ModuleConflict[];
  /** `mine` is stored, or given up. */
  settle: (conflict: ModuleConflict, whose: 'mine' | 'theirs') => void;
  /** The edits since the picture was opened, oldest first, and how many of them are in effect. */
  visit: Visit;
  /** Goes to where as many of them are in effect: -1 further is undo, +1 redo. */
  goTo: (count: (at: number) => number) => void;
}

export interface ModuleConflict extends Conflict {
  module: ModuleEntry;
}

export interface Visit {
  edits: readonly VisitEdit[];
  at: number;
}
