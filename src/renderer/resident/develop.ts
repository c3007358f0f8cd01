import { writeFileSync } from 'node:fs';
import type { Address, Libdarktable } from './libdarktable.ts';
import type { Development, Step } from './protocol.ts';
import { SourceFailure } from './source-failure.ts';

/** More than any version needs for its dt_develop_t (about 100 kB). */
const DEVELOP_BYTES = 1 << 18;
const SEARCHED_BYTES = 16_384;

/** Where a develop keeps the length of its history and, behind it, the list. */
type HistoryPlace = { length: bigint; list: bigint };
let historyPlace: HistoryPlace | null = null;

/** Where an item of a history keeps its parameters and the name of its module (history.h, 4.2.1 to 5.4.1). */
const ITEM_PARAMS = 16n;
const ITEM_OPERATION = 32n;

/** What has happened to the steps of a history. `all`: more than the content of some. */
export type Changed = { steps: number[]; length: number } | 'all';

/** darktable's record of one image's development (dt_develop_t), which follows the sidecars that it is given. */
export class Develop {
  readonly at: Address;
  readonly #darktable: Libdarktable;
  readonly #image: number;
  #shown: Development | null = null;

  /** The sidecar must have been applied to the image. */
  constructor(darktable: Libdarktable, image: number) {
    this.#darktable = darktable;
    this.#image = image;
    this.at = darktable.allocate(DEVELOP_BYTES);
    darktable.dt_dev_init(this.at, 0);
    keepWorkflow(darktable);
    darktable.dt_dev_load_image(this.at, image);
    historyPlace ??= findHistory(darktable, this.at);
  }

  /**
   * Whether it can follow to that development. darktable adds its default steps only when it loads an image, so an incomplete history takes
   * a new develop.
   */
  canFollow(next: Development): boolean {
    return next.isComplete && this.#shown?.isComplete === true && next.uncached === this.#shown.uncached;
  }

  /** Reads the history of the image anew. Returns what has changed. */
  follow(next: Development): Changed {
    const darktable = this.#darktable;
    const { list } = historyPlace!;
    for (const item of this.#items()) darktable.dt_dev_free_history_item(item);
    darktable.g_list_free(darktable.pointer(this.at + list));
    darktable.setPointer(this.at + list, 0n);
    darktable.dt_dev_read_history_ext(this.at, this.#image, 1);
    const length = this.length;
    const known = this.#items().length;
    this.applyHistory();
    const before = this.#shown;
    this.#shown = next;
    const isAlike =
      before?.steps.length === next.steps.length &&
      // darktable may have added steps of its own, or left out those that this version does not know.
      length === next.steps.length &&
      known === length &&
      before.order === next.order &&
      next.steps.every(({ place }, k) => place === before.steps[k]!.place);
    if (!isAlike) return 'all';
    return {
      steps: next.steps.flatMap(({ content }, k) => (content === before.steps[k]!.content ? [] : [k])),
      length,
    };
  }

  /**
   * Follows to a development that differs in parameters only, without a sidecar: in about a tenth of the time, and without what darktable
   * 4.2.1 loses with each sidecar that has an order of modules (85 kB, in dt_ioppr_serialize_text_iop_order_list). null: it cannot; nothing
   * has changed.
   */
  followParams(next: Development): Exclude<Changed, 'all'> | null {
    const before = this.#shown;
    if (!before?.isComplete || next.uncached !== '' || next.apartFromParams !== before.apartFromParams) return null;
    const items = this.#items();
    if (items.length !== next.steps.length || this.length !== items.length) return null;
    const steps = next.steps.flatMap(({ content }, k) => (content === before.steps[k]!.content ? [] : [k]));
    const writes: { params: Buffer; next: Buffer }[] = [];
    for (const k of steps) {
      const params = this.#paramsOf(items[k]!, before.steps[k]!);
      const nextParams = bytesOf(next.steps[k]!);
      if (params?.length !== nextParams.length) return null;
      writes.push({ params, next: nextParams });
    }
    for (const write of writes) write.params.set(write.next);
    this.applyHistory();
    this.#shown = next;
    return { steps, length: items.length };
  }

  /**
   * What an item of the history (dt_dev_history_item_t) has as parameters, if that is what its step has: not when darktable had to convert
   * them from an older version, or keeps them elsewhere.
   */
  #paramsOf(item: Address, step: Step): Buffer | null {
    const darktable = this.#darktable;
    const bytes = bytesOf(step);
    const operation = `${step.operation}\0`;
    const name = Buffer.from(darktable.bytes(item + ITEM_OPERATION, operation.length)).toString('latin1');
    if (bytes.length === 0 || name !== operation || darktable.moduleVersion(step.operation) !== step.version)
      return null;
    const params = darktable.bytes(darktable.pointer(item + ITEM_PARAMS), bytes.length);
    return bytes.equals(params) ? params : null;
  }

  /** Sets the parameters of the modules, of which the keys of cached pixels are made. */
  applyHistory(): void {
    this.#darktable.dt_dev_pop_history_items_ext(this.at, this.length);
  }

  /** Its modules (dt_iop_module_t), the first of the pipe first, from the list at that place in it. */
  modules(place: bigint): Address[] {
    return this.#itemsAt(place);
  }

  /** How many modules its history names. */
  get steps(): number {
    return new Set(this.#shown?.steps.map(({ place }) => place)).size;
  }

  get length(): number {
    return this.#darktable.int(this.at + historyPlace!.length);
  }

  set length(value: number) {
    this.#darktable.setInt(this.at + historyPlace!.length, value);
  }

  free(): void {
    this.#darktable.dt_dev_cleanup(this.at);
    this.#darktable.free(this.at);
  }

  #items(): Address[] {
    return this.#itemsAt(historyPlace!.list);
  }

  /** The items of the GList. */
  #itemsAt(place: bigint): Address[] {
    const darktable = this.#darktable;
    const items: Address[] = [];
    let node = darktable.pointer(this.at + place);
    while (node !== 0n) {
      items.push(darktable.pointer(node));
      node = darktable.pointer(node + 8n);
    }
    return items;
  }
}

const bytesOf = ({ params }: Step) => Buffer.from(params ?? '', 'base64');

const WORKFLOW = 'plugins/darkroom/workflow';
let workflow: string | null = null;

/**
 * The workflow decides about default steps and values. While it loads an image, 5.0.1 sets another one for a moment, and then sets the former one
 * from memory that it has freed: the next image has none.
 */
function keepWorkflow(darktable: Libdarktable): void {
  workflow ??= darktable.text(darktable.dt_conf_get_string_const(WORKFLOW));
  darktable.dt_conf_set_string(WORKFLOW, workflow);
}

/** Does something in the workflow of that name. */
export function withWorkflow<Found>(darktable: Libdarktable, name: string, act: () => Found): Found {
  const before = darktable.text(darktable.dt_conf_get_string_const(WORKFLOW));
  workflow = name;
  try {
    return act();
  } finally {
    workflow = before;
    darktable.dt_conf_set_string(WORKFLOW, before);
  }
}

/** Gives the sidecar to darktable. `file`: where to write it. */
export function applySidecar(darktable: Libdarktable, image: number, { xmp }: Development, file: string): void {
  writeFileSync(file, xmp, { mode: 0o600 });
  if (darktable.dt_history_load_and_apply(image, file, 1) !== 0)
    throw new SourceFailure('darktable refuses the history');
}

/** The place differs between versions: found by setting the length twice and looking where it appears. */
function findHistory(darktable: Libdarktable, develop: Address): HistoryPlace {
  const before = (at: bigint) => darktable.int(develop + at);
  const placesOf = (length: number) => {
    darktable.dt_dev_pop_history_items_ext(develop, length);
    const places: bigint[] = [];
    for (let at = 0n; at < SEARCHED_BYTES; at += 4n) if (before(at) === length) places.push(at);
    return places;
  };
  const first = placesOf(0x5afe);
  const [place, another] = placesOf(0x5aff).filter((at) => first.includes(at));
  if (place === undefined || another !== undefined) throw new Error('this version keeps its history elsewhere');
  // The list is the next pointer.
  return { length: place, list: ((place + 11n) / 8n) * 8n };
}
