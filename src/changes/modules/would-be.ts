import type { ModulePatch } from '../../contract/modules.ts';
import type { DevelopState, DevelopStep } from '../../library/develop-state.ts';
import type { Library } from '../../library/library.ts';
import { readDevelopState } from '../../library/whole-history.ts';
import { AppError, imageNotFound } from '../../platform/errors.ts';
import { changedState } from './module-change.ts';

export type WouldBeChange = ModulePatch & { instance?: number | undefined };

/**
 * The development of an image as it would be with these changes; nothing is stored. Throws `not_found`, `invalid_body` for a `historyEnd` beyond
 * the history, `module_not_found`, and what a PATCH with the same change would throw.
 */
export async function wouldBe(
  library: Pick<Library, 'read' | 'pictureFile'>,
  imageId: number,
  {
    modules,
    historyEnd,
    beneath = (state) => Promise.resolve(state),
  }: {
    modules: Readonly<Record<string, WouldBeChange>>;
    historyEnd?: number | undefined;
    /** What the changes come on top of, made of the history. */
    beneath?: ((state: DevelopState) => Promise<DevelopState>) | undefined;
  },
): Promise<DevelopState> {
  const state = await readDevelopState(library, imageId);
  if (!state) throw imageNotFound(imageId);
  const upTo = await beneath(historyEnd === undefined ? state : shortened(state, historyEnd));
  return {
    ...upTo,
    history: Object.entries(modules).reduce(
      (history, [operation, change]) => changed(history, operation, change),
      upTo.history,
    ),
  };
}

function shortened(state: DevelopState, end: number): DevelopState {
  if (end > state.historyEnd)
    throw new AppError('invalid_body', `history_end: must be at most ${state.historyEnd}, the length of the history`);
  return {
    ...state,
    historyEnd: end,
    history: state.history.filter(({ num }) => num < end),
    masks: state.masks.filter(({ num }) => num < end),
  };
}

function changed(history: DevelopStep[], operation: string, { instance, ...patch }: WouldBeChange): DevelopStep[] {
  const at = history.findLastIndex(
    (step) => step.operation === operation && (instance === undefined || step.priority === instance),
  );
  const step = history[at];
  if (!step) {
    const which = instance === undefined ? operation : `${operation}, instance ${instance},`;
    throw new AppError('module_not_found', `${which} is not in the history of this image.`);
  }
  const row = { ...step, row: 0, params: step.params ?? new Uint8Array() };
  return history.with(at, { ...step, ...changedState(row, patch) });
}
