import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { assetsDir } from '../platform/package-files.ts';

const FOLDER = join(assetsDir, 'releases');

/** Bits of `IOP_FLAGS_…` (iop_api.h, the same from 4.2.1 to 5.4.1). */
export const FLAG_BITS = { deprecated: 2, hidden: 5, one_instance: 7, fence: 11 } as const;
export type ModuleFlag = keyof typeof FLAG_BITS;
const MODULE_FLAGS = Object.keys(FLAG_BITS) as [ModuleFlag, ...ModuleFlag[]];

/**
 * What a release of darktable has in its pixel pipe, as it tells it itself (renderer/resident/ask-release.ts). An order of modules is a list of
 * operations with spaces between, the first of the pipe first; its key is its version (iop_order.h).
 */
export const ReleaseFacts = z.object({
  release: z.string(),
  /** The schema of its libraries (`db_info.version`). */
  schema: z.int(),
  orders: z.record(z.string(), z.string()),
  /** The version of the order that a picture gets which was never developed: a raw one, and another. */
  first_order: z.object({ raw: z.int(), other: z.int() }),
  /** The first of each is never moved behind the second. */
  rules: z.array(z.tuple([z.string(), z.string()])),
  modules: z.record(z.string(), z.object({ version: z.int(), flags: z.array(z.enum(MODULE_FLAGS)) })),
});
export type ReleaseFacts = z.infer<typeof ReleaseFacts>;

/** The facts that come with Safelight (assets/releases, made by scripts/releases/make-release-facts.ts), the oldest release first. */
export function shippedFacts(): readonly ReleaseFacts[] {
  shipped ??= readdirSync(FOLDER)
    .toSorted((one, other) => one.localeCompare(other, 'en', { numeric: true }))
    .map((name) => ReleaseFacts.parse(JSON.parse(readFileSync(join(FOLDER, name), 'utf8'))));
  return shipped;
}

let shipped: readonly ReleaseFacts[] | undefined;
