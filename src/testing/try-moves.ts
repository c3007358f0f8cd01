/**
 * Tries with the installed darktable, in each of its own orders of modules and in one with a further instance, where it lets each module be moved.
 * Runs in a process of its own, started with StartOptions and the file to write.
 */
import { writeFileSync } from 'node:fs';
import { DynamicLibrary } from 'node:ffi';
import { join } from 'node:path';
import { askRelease } from '../renderer/resident/ask-release.ts';
import { applySidecar, Develop } from '../renderer/resident/develop.ts';
import { developmentOf } from '../renderer/resident/development.ts';
import { modulesOf } from '../renderer/resident/find-module-places.ts';
import { loadLibdarktable } from '../renderer/resident/libdarktable.ts';
import { MODULE_BYTES, operationAt } from '../renderer/resident/module-places.ts';
import { withOwnPicture } from '../renderer/resident/own-pictures.ts';
import type { StartOptions } from '../renderer/resident/protocol.ts';
import { startDarktable } from '../renderer/resident/start-darktable.ts';
import { testState } from '../renderer/resident/test-state.ts';

export interface TriedMoves {
  schema: number;
  order: { version: number; list: string | null };
  /** The first of the pipe first, each with the places that it may have, its own among them. */
  modules: { operation: string; places: number[] }[];
}

const { to, ...options } = JSON.parse(process.argv[2]!) as StartOptions & { to: string };
const darktable = loadLibdarktable(options.library, options.version);
startDarktable(darktable, options);
const check = { return: 'int32', arguments: ['uint64', 'uint64', 'uint64'] } as const;
const functions = new DynamicLibrary(options.library).getFunctions({
  dt_ioppr_check_can_move_before_iop: check,
  dt_ioppr_check_can_move_after_iop: check,
});
const sidecar = join(options.workDir, 'moves.xmp');

const state = testState(0.5);
const { orders, schema } = askRelease(darktable, sidecar);

function movesIn(order: TriedMoves['order'], history = state.history): TriedMoves {
  return withOwnPicture(darktable, 'raw', sidecar, (image) => {
    const development = developmentOf({ ...state, order, history, historyEnd: history.length });
    applySidecar(darktable, image, development, sidecar);
    const develop = new Develop(darktable, image);
    develop.follow(development);
    const { items, modules, operation } = modulesOf(darktable, develop);
    const list = darktable.pointer(develop.at + modules);
    const { dt_ioppr_check_can_move_before_iop: before, dt_ioppr_check_can_move_after_iop: after } = functions;
    const tried = items.map((module, at) => ({
      operation: operationAt(Buffer.from(darktable.bytes(module, MODULE_BYTES)), { operation }),
      places: items.flatMap((other, place) => {
        const isAllowed = place === at || (place < at ? before : after)(list, module, other) !== 0;
        return isAllowed ? [place] : [];
      }),
    }));
    develop.free();
    return { schema, order, modules: tried };
  });
}

const withFurther = [...state.history, { ...state.history[0]!, num: 2, priority: 1, name: 'another' }];
const custom = Object.values(orders)
  .at(-1)!
  .split(' ')
  .flatMap((operation) => (operation === 'exposure' ? ['exposure,0', 'exposure,1'] : [`${operation},0`]));
const tried = [
  ...Object.keys(orders).map((version) => movesIn({ version: Number(version), list: null })),
  movesIn({ version: 0, list: custom.join() }, withFurther),
];
writeFileSync(to, JSON.stringify(tried));
// Without dt_cleanup, as the resident darktable ends.
process.kill(process.pid, 'SIGKILL');
