import { blendLayoutOf, layoutOf, moduleLayouts } from '../../darktable/layouts.ts';
import type { DevelopState } from '../../library/develop-state.ts';
import { applySidecar, Develop } from './develop.ts';
import { developmentOf } from './development.ts';
import type { Libdarktable } from './libdarktable.ts';
import { MODULE_BYTES, operationAt, type ModulePlaces } from './module-places.ts';
import { withOwnPicture } from './own-pictures.ts';
import { readable, readableList } from './readable-memory.ts';
import { testState } from './test-state.ts';

let known: ModulePlaces | null = null;

/**
 * The places in this process's darktable. They differ between releases, compilers and processors, so they are found: a small picture gets a
 * history whose every value is known, and each place must show all of them, for all modules. Throws when one is not found.
 * `sidecar`: the file to give histories to darktable.
 */
export function modulePlaces(darktable: Libdarktable, sidecar: string): ModulePlaces {
  return (known ??= find(darktable, sidecar));
}

function find(darktable: Libdarktable, sidecar: string): ModulePlaces {
  return withOwnPicture(darktable, 'raw', sidecar, (image) => {
    const operations = developed(darktable, image, sidecar, testState(0.5), (develop) => {
      const { items, operation } = modulesOf(darktable, develop);
      return items.map((module) => operationAt(Buffer.from(darktable.bytes(module, MODULE_BYTES)), { operation }));
    });
    return developed(darktable, image, sidecar, tellingState(operations), (develop) => placesIn(darktable, develop));
  });
}

function developed<Found>(
  darktable: Libdarktable,
  image: number,
  sidecar: string,
  state: DevelopState,
  look: (develop: Develop) => Found,
): Found {
  const development = developmentOf(state);
  applySidecar(darktable, image, development, sidecar);
  const develop = new Develop(darktable, image);
  try {
    develop.follow(development);
    return look(develop);
  } finally {
    develop.free();
  }
}

/** The telling history gives it all that is looked for; without a history it is off. */
const CHANGED = 'velvia';
/** No other number of a module is like it. */
const INSTANCE = 77;
const BLEND_VERSION = 11;

/** A further instance of exposure at its place in the pipe, and a module that is on, with parameters and blending of its own. */
function tellingState(operations: readonly string[]): DevelopState {
  const { history, ...state } = testState(0.5);
  const blending = blendLayoutOf(BLEND_VERSION)!;
  const blendParams = Buffer.alloc(blending.size);
  blendParams.writeFloatLE(50, blending.fields.find(({ name }) => name === 'opacity')!.offset);
  const list = operations.flatMap((operation) =>
    operation === 'exposure' ? [`${operation},0`, `${operation},${INSTANCE}`] : [`${operation},0`],
  );
  return {
    ...state,
    historyEnd: history.length + 1,
    order: { version: 0, list: list.join() },
    history: [
      ...history.map((step) =>
        step.operation === CHANGED ? { ...step, blendParams, blendVersion: BLEND_VERSION } : step,
      ),
      { ...history[0]!, num: history.length, priority: INSTANCE, name: 'another' },
    ],
  };
}

/** darktable has more than eighty modules; a later one also has some that are not known. */
const FEWEST_KNOWN = 60;
const NAME = /^[a-z][a-z0-9_]*$/;
const SEARCHED_BYTES = 16_384;

/** The list of modules: the first in a develop that all have a name at one place, most of them that of a known module. */
export function modulesOf(darktable: Libdarktable, develop: Develop) {
  for (let at = 0n; at < SEARCHED_BYTES; at += 8n) {
    const items = readableList(darktable.pointer(develop.at + at)) ?? [];
    const modules = items.map((module) => readable(module, MODULE_BYTES));
    if (items.length < FEWEST_KNOWN || !modules.every((module) => module !== null)) continue;
    const operation = columns(4).find((column) => {
      const names = modules.map((bytes) => operationAt(bytes, { operation: column }));
      return (
        names.every((name) => NAME.test(name)) &&
        new Set(names.filter((name) => moduleLayouts(name) !== null)).size >= FEWEST_KNOWN
      );
    });
    // An entry of the order of modules has a name as well, and is shorter than what comes before a module's.
    if (operation !== undefined && operation > 64) return { items, modules: at, operation };
  }
  throw notFound('modules');
}

const columns = (step: number) => Array.from({ length: (MODULE_BYTES - 32) / step }, (_, k) => k * step);
const notFound = (what: string) => new Error(`this version keeps the ${what} of its modules elsewhere`);

function only(what: string, found: number[]): number {
  if (found.length !== 1) throw notFound(what);
  return found[0]!;
}

function placesIn(darktable: Libdarktable, develop: Develop): ModulePlaces {
  const { items, modules, operation } = modulesOf(darktable, develop);
  const look = () => items.map((module) => new Module(Buffer.from(darktable.bytes(module, MODULE_BYTES)), operation));
  const all = look();
  const ints = (test: (module: Module, at: number) => boolean) =>
    columns(4).filter((at) => all.every((module) => test(module, at)));
  const sizes = new Map(all.map(({ name }) => [name, layoutOf(name, darktable.moduleVersion(name))?.size]));
  const size = only(
    'sizes',
    ints((module, at) => [undefined, module.int(at)].includes(sizes.get(module.name))),
  );
  const instance = only(
    'instances',
    ints((module, at) => [0, INSTANCE].includes(module.int(at))).filter((at) => {
      const further = all.filter((module) => module.int(at) === INSTANCE);
      return further.length === 1 && further[0]!.name === 'exposure';
    }),
  );
  const switches = ints((module, at) => (SWITCHES[module.name] ?? module.int(at)) === module.int(at)).filter((at) =>
    all.every((module) => [0, 1].includes(module.int(at))),
  );

  const blendSize = blendLayoutOf(darktable.moduleFunctions().dt_develop_blend_version())?.size ?? 0;
  const isEnabled = (module: Module, at: number) => module.int(at);
  const params = (module: Module, at: number) => module.content(at, module.int(size));
  const blendParams = (module: Module, at: number) => module.content(at, blendSize);
  const kinds = [
    { what: 'switches', step: 4, valueOf: isEnabled },
    { what: 'parameters', step: 8, valueOf: params },
    { what: 'blending', step: 8, valueOf: blendParams },
  ];
  const valuesOf = (of: readonly Module[]) =>
    kinds.map(({ step, valueOf }) =>
      columns(step).map((at) => ({ at, values: of.map((module) => valueOf(module, at)) })),
    );
  const withHistory = valuesOf(all);
  darktable.dt_dev_pop_history_items_ext(develop.at, 0);
  const without = valuesOf(look());
  develop.applyHistory();
  const changed = all.findIndex(({ name }) => name === CHANGED);
  const [enabled, parameters, blending] = kinds.map(({ what }, k) =>
    ownAndDefault(what, changed, withHistory[k]!, without[k]!),
  );
  return {
    modules,
    operation,
    size,
    instance,
    isEnabled: enabled!.own,
    isOnByDefault: enabled!.default,
    params: parameters!.own,
    defaultParams: parameters!.default,
    blendParams: blending!.own,
    defaultBlendParams: blending!.default,
    hidesSwitch: switches.length === 1 ? switches[0]! : null,
  };
}

type Column = { at: number; values: readonly (number | string | null)[] };

/** Without its history, all of a picture is at its defaults: the place that changes then shows what another place always showed. */
function ownAndDefault(
  what: string,
  changed: number,
  withHistory: readonly Column[],
  without: readonly Column[],
): { own: number; default: number } {
  const isThere = ({ values }: Column) => values.every((value) => value !== null);
  const isSame = (one: Column, other: Column) => one.values.every((value, k) => value === other.values[k]);
  const constant = withHistory.filter((column, k) => isThere(column) && isSame(column, without[k]!));
  const pairs = without
    .filter((column, k) => isThere(column) && column.values[changed] !== withHistory[k]!.values[changed])
    .flatMap((own) =>
      constant.filter((column) => isSame(column, own)).map((column) => ({ own: own.at, default: column.at })),
    );
  if (pairs.length !== 1) throw notFound(what);
  return pairs[0]!;
}

/** Which modules of a raw picture can be switched on and off: 0, or not: 1. */
const SWITCHES: Readonly<Record<string, number>> = {
  rawprepare: 1,
  demosaic: 1,
  colorin: 1,
  colorout: 1,
  gamma: 1,
  temperature: 0,
  flip: 0,
  exposure: 0,
  velvia: 0,
};

/** What a module's memory held at a moment. */
class Module {
  readonly name: string;
  readonly #bytes: Buffer;

  constructor(bytes: Buffer, operation: number) {
    this.#bytes = bytes;
    this.name = operationAt(bytes, { operation });
  }

  int(at: number): number {
    return this.#bytes.readInt32LE(at);
  }

  /** Of what a pointer leads to; null: it leads nowhere. */
  content(at: number, length: number): string | null {
    return readable(this.#bytes.readBigUInt64LE(at), length)?.toString('latin1') ?? null;
  }
}
