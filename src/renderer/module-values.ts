import type { DevelopState, DevelopStep } from '../library/develop-state.ts';
import type { Library } from '../library/library.ts';
import { readDevelopState } from '../library/whole-history.ts';
import { reasonOf } from '../platform/errors.ts';
import { developmentOf } from './resident/development.ts';
import type { ModuleValues } from './resident/protocol.ts';
import { RequestRefused } from './resident/refusals.ts';
import { type Asker, safelightItself } from './resident/requests.ts';
import { NotRendered } from './resident/resident-child.ts';
import { type ResidentRenderer, ResidentUnavailable } from './resident/resident-renderer.ts';
import { SourceFailure } from './resident/source-failure.ts';

/** A step that a development is only asked about with. */
export interface TriedStep {
  step: Omit<DevelopStep, 'num' | 'nameIsTyped'>;
  /** The order of modules, which has a place for its instance; omitted: the development's own. */
  order?: DevelopState['order'];
  /** Without the steps that the development has of the same module, and without those that darktable would add. */
  isAlone?: boolean;
}

/**
 * What the resident darktable has of a module in the development of an image, for each instance; with `tried`, as if that step were the
 * newest. `why`: for people, why it cannot tell. An operation that it does not have has no values.
 */
export async function moduleValuesOf(
  {
    library,
    resident,
    asker = safelightItself(),
  }: { library: Pick<Library, 'read' | 'pictureFile'>; resident: Pick<ResidentRenderer, 'render'>; asker?: Asker },
  imageId: number,
  operation: string,
  tried: TriedStep | null = null,
): Promise<{ values: readonly ModuleValues[] } | { why: string }> {
  const state = await readDevelopState(library, imageId);
  if (!state) return { why: 'there is no such image' };
  const development = developmentOf(tried ? withStep(state, tried) : state);
  try {
    const { modules } = await resident.render({
      wanted: { picture: state.path, development, view: { modules: [operation] }, isDraft: false, quality: 90 },
      isAwaited: true,
      viewer: null,
      ...asker,
    });
    return { values: modules ?? [] };
  } catch (error) {
    const isExpected = [SourceFailure, NotRendered, RequestRefused, ResidentUnavailable].some(
      (kind) => error instanceof kind,
    );
    if (!isExpected) throw error;
    return { why: reasonOf(error) };
  }
}

function withStep(state: DevelopState, { step, order = state.order, isAlone = false }: TriedStep): DevelopState {
  const kept = isAlone ? state.history.filter(({ operation }) => operation !== step.operation) : state.history;
  const num = Math.max(state.historyEnd, ...kept.map((one) => one.num + 1));
  const history = [...kept, { ...step, num, nameIsTyped: null }];
  return { ...state, history, historyEnd: num + 1, order, isComplete: isAlone || state.isComplete };
}
