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
 * What a release of darktable has in its pixel pipe, as darktable itself reports it (renderer/resident/ask-release.ts). An order of modules is a list of
 * operations with spaces between, the first of the pipe first; its key is its version (iop_order.h).
 */
export const ReleaseFacts = z.object({
  release: z.string(),
  /** The schema of its libraries (`db_info.version`). */
  schema: z.int(),
  orders: z.record(z.string(), z.string()),
  /** The version of the order for a picture that was never developed, raw or other. The display-referred workflow has its own. */
  first_order: z.object({ raw: z.int(), other: z.int() }),
  /** The first of each is never moved behind the second. */
  rules: z.array(z.tuple([z.string(), z.string()])),
  /** Groups of modules in the darkroom, by the name of the layout, as `data.presets` stores them (modulegroups.c). */
  layouts: z.record(z.string(), z.string()).optional(),
  modules: z.record(z.string(), z.object({ version: z.int(), flags: z.array(z.enum(MODULE_FLAGS)) })),
});
export type ReleaseFacts = z.infer<typeof ReleaseFacts>;

/** The operations in the newest of its orders, which has all of its modules, the first of the pipe first. */
export const newestOrderOf = ({ orders, first_order: { raw } }: ReleaseFacts): readonly string[] =>
  orders[raw]?.split(' ') ?? [];

let installed: ReleaseFacts | { why: string } = { why: 'it has not answered yet' };

/**
 * Notes what the installed darktable says of itself; it counts for its release and for libraries of its schema. `why`: it could not be asked, and
 * what it said before is forgotten.
 */
export const learnRelease = (told: ReleaseFacts | { why: string }): void => void (installed = told);

const known = (): readonly ReleaseFacts[] => ('why' in installed ? shippedFacts() : [...shippedFacts(), installed]);

/** null: nothing is known of that release. */
export const factsOfRelease = (release: string): ReleaseFacts | null =>
  known().findLast((facts) => facts.release === release) ?? null;

/** Why there are no facts of the darktable that libraries of a schema belong to, without a full stop; null: there are. */
export function whyNoFacts(schema: number): string | null {
  if (known().some((facts) => facts.schema === schema)) return null;
  return 'why' in installed
    ? `the installed darktable could not be asked: ${installed.why}`
    : `its darktable is not the ${installed.release} that is installed here`;
}

/**
 * The facts of the darktable that a library belongs to, or of the nearest older release (then its schema is another one). null: of the newest.
 */
export function factsOfLibrary(schema: number | null): ReleaseFacts {
  const bySchema = known().toSorted((one, other) => one.schema - other.schema);
  return bySchema.findLast((facts) => schema === null || facts.schema <= schema) ?? bySchema[0]!;
}

/** Whether a release opens libraries of a schema, as far as we know: a release between two known ones may be like the newer one. */
export function opensLibrary(release: string, schema: number): boolean {
  const series = (of: string) => of.split('.').slice(0, 2).join('.');
  const like = shippedFacts().find(
    (one) => series(one.release).localeCompare(series(release), 'en', { numeric: true }) >= 0,
  );
  return like === undefined || like.schema >= schema;
}

let workflow = '';

/** Notes the workflow of darktable's user (`plugins/darkroom/workflow` of its settings). */
export const learnWorkflow = (name: string): void => void (workflow = name);

/** The order from before 3.0, with which the display-referred workflow begins. */
const LEGACY_ORDER = 1;

/** The version of the order for a picture that was never developed (4.2.1, 5.0.1, 5.4.1). */
export function firstOrderOf({ release, first_order: first }: ReleaseFacts, isRaw: boolean): number {
  const legacy = release.startsWith('4.2.') ? 'display-referred' : 'display-referred (legacy)';
  if (workflow === legacy) return LEGACY_ORDER;
  return isRaw ? first.raw : first.other;
}

/** The facts that come with Safelight (assets/releases, made by scripts/data/releases/make-release-facts.ts), the oldest release first. */
export function shippedFacts(): readonly ReleaseFacts[] {
  shipped ??= readdirSync(FOLDER)
    .toSorted((one, other) => one.localeCompare(other, 'en', { numeric: true }))
    .map((name) => ReleaseFacts.parse(JSON.parse(readFileSync(join(FOLDER, name), 'utf8'))));
  return shipped;
}

let shipped: readonly ReleaseFacts[] | undefined;
