import { MASK_SHAPE_FIELDS } from '../../../contract/blend-mask-fields.ts';
import type { HistoryAct } from '../../api/history.ts';
import type { ModuleEntry, ModulePatch } from '../../api/modules.ts';
import { itemAt } from '../../item-at.ts';

/** A module as it was stored at some moment. */
export type Moment = Pick<ModuleEntry, 'operation' | 'multi_priority' | 'params_b64' | 'enabled' | 'blend'>;

/** An edit of a module, as a list tells it. */
export interface ModuleEdit {
  before: Moment;
  /** null: an earlier edit was taken back. */
  patch: ModulePatch | null;
}

/** A change of the whole history, which the journal takes back and makes again. */
export interface HistoryEdit {
  act: HistoryAct;
  /** The label of the module that it is about. */
  label: string | null;
  /** The journal's id of what is in effect: the change, its undo, or the undo of that. */
  change: number;
}
export type VisitEdit = ModuleEdit | HistoryEdit;
export const isHistoryEdit = (edit: VisitEdit): edit is HistoryEdit => 'act' in edit;

interface ModuleStep extends ModuleEdit {
  /** null: as it is stored now. */
  after: Moment | null;
}
type Step = ModuleStep | HistoryEdit;

/** How a module is stored; undefined: it is not there. */
export type Now = (module: Moment) => Moment | undefined;
/** A part of the way: modules to store, each once, or a change of the history to take back (or to make again, which is the same). */
export type Hop = { moments: Moment[] } | { edit: HistoryEdit };

/** The edits made since the picture was opened, to go back and forth through them. */
export class VisitSteps {
  #steps: Step[] = [];
  /** How many of them are in effect. */
  #at = 0;

  get edits(): readonly VisitEdit[] {
    return this.#steps;
  }
  get at(): number {
    return this.#at;
  }

  /** An edit was stored; what was taken back before it is gone. */
  add(before: Moment, patch: ModulePatch | null): void {
    this.#steps.length = this.#at;
    const earlier = this.#steps.findLast((step) => !isHistoryEdit(step) && isSame(step.before, before));
    if (earlier && !isHistoryEdit(earlier)) earlier.after ??= before;
    this.#steps.push({ before, patch, after: null });
    this.#at++;
  }

  /** The whole history is about to change: what the edits have left is read while it is there. */
  settle(now: Now): void {
    for (const step of this.#steps) if (!isHistoryEdit(step)) step.after ??= now(step.before) ?? null;
  }

  /** The history was changed. */
  addHistory(edit: HistoryEdit): void {
    this.#steps.length = this.#at;
    this.#steps.push(edit);
    this.#at++;
  }

  /** The next part of the way to where the first `count` edits are in effect; null: there is none. */
  goTo(count: number, now: Now): Hop | null {
    const wanted: Moment[] = [];
    const want = (moment: Moment) => {
      const known = wanted.findIndex((one) => isSame(one, moment));
      wanted.splice(known, known < 0 ? 0 : 1);
      wanted.push(moment);
    };
    const hop = () => (wanted.length > 0 ? { moments: wanted } : null);
    while (this.#at > Math.max(0, count)) {
      const step = itemAt(this.#steps, this.#at - 1);
      const isOther = isHistoryEdit(step);
      if (isOther && wanted.length > 0) return hop();
      this.#at--;
      if (isOther) return { edit: step };
      step.after ??= now(step.before) ?? null;
      want(step.before);
    }
    while (this.#at < Math.min(count, this.#steps.length)) {
      const step = itemAt(this.#steps, this.#at);
      if (isHistoryEdit(step)) {
        if (wanted.length > 0) return hop();
        this.#at++;
        return { edit: step };
      }
      if (!step.after) break;
      this.#at++;
      want(step.after);
    }
    return hop();
  }

  /** What was to be stored to go elsewhere was refused. */
  stayAt(count: number): void {
    this.#at = count;
  }

  clear(): void {
    this.#steps = [];
    this.#at = 0;
  }
}

/** Brings a module from as it is `now` to another moment. */
export function patchTo({ params_b64, enabled, blend }: Moment, now: Moment): ModulePatch {
  const isOther = blend !== null && blend.params_b64 !== now.blend?.params_b64;
  return { params_b64, enabled, ...(isOther && blendPatch(blend)) };
}

/** Empty for a module without blending, which takes none. */
export function blendPatch(blend: Moment['blend']): Pick<ModulePatch, 'blend'> {
  if (!blend?.mask || !blend.masks?.length) return {};
  const { mask, mode, opacity, inverted, reversed, fulcrum, space } = blend;
  if (mask === 'none') return { blend: { mask } };
  return {
    blend: {
      mask,
      ...(mode !== undefined && { mode }),
      ...(typeof opacity === 'number' && { opacity }),
      // Only a mask can be inverted.
      ...(mask !== 'uniform' && inverted !== undefined && { inverted }),
      ...(reversed !== undefined && { reversed }),
      ...(space === 'rgb_scene' && typeof fulcrum === 'number' && { fulcrum }),
      ...maskFields(blend),
    },
  };
}

/** All of how a mask is made, as far as it is known. */
const maskFields = (blend: NonNullable<Moment['blend']>) =>
  Object.fromEntries(MASK_SHAPE_FIELDS.flatMap((field) => (blend[field] === undefined ? [] : [[field, blend[field]]])));

type Instance = Pick<Moment, 'operation' | 'multi_priority'>;
export const isSame = (one: Instance, other: Instance) =>
  one.operation === other.operation && one.multi_priority === other.multi_priority;
