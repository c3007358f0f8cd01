import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { BlendingPanel, Panel, PanelControl, type ModulePanel, type PanelModule } from '../contract/panel.ts';
import { assetsDir } from '../platform/package-files.ts';
import { layoutOf } from './layouts.ts';
import { factsOfLibrary, factsOfRelease } from './release-facts.ts';
import { panelOfFacts } from './release-panel.ts';

/**
 * What darktable shows of its modules: the facts in assets/panels, which scripts/data/panels/make-panels.ts makes;
 * docs/panels.md says where they come from. A module's panel depends on the version of its parameters, and where two
 * releases share a version but not the words, on the release.
 */
const StoredPanels = z.array(
  z.object({ module_version: z.int(), releases: z.array(z.string()), controls: z.array(PanelControl) }),
);
type StoredPanels = z.infer<typeof StoredPanels>;

/** The releases whose panels were read, newest first. */
const readReleases = (): string[] =>
  [...filesOf('releases')]
    .map((name) => name.replace(/\.json$/, ''))
    .toSorted((one, other) => other.localeCompare(one, 'en', { numeric: true }));

/** The release that is nearest to the darktable that a library belongs to. null: not known, so the newest. */
export function panelRelease(schemaVersion: number | null): string {
  return factsOfLibrary(schemaVersion).release;
}

/** Groups and modules as a release shows them. */
export function panelOf(release: string): Panel {
  const facts = factsOfRelease(release);
  return cached('releases', release, Panel) ?? panelOfFacts(facts!, nearestPanels(release));
}

/** Those that were read, the ones of the same major release first. */
function nearestPanels(release: string): Panel[] {
  const isOfMajor = (other: string) => other.split('.')[0] === release.split('.')[0];
  const panels = readReleases().map((other) => cached('releases', other, Panel)!);
  return panels.toSorted((one, other) => Number(isOfMajor(other.release)) - Number(isOfMajor(one.release)));
}

/**
 * The controls of one version of a module, as in `release` where that has the version, else those of the nearest older version that are bound to
 * fields of this one. null: there are no facts.
 */
export function modulePanel(operation: string, version: number, release: string): ModulePanel | null {
  const stored = cached('modules', operation, StoredPanels) ?? [];
  const nearest = Math.max(...stored.map(({ module_version: of }) => of).filter((of) => of <= version));
  const fitting = stored.filter(({ module_version: of }) => of === nearest);
  const panel = fitting.find(({ releases }) => releases.includes(release)) ?? fitting.at(-1);
  if (!panel || (nearest < version && !layoutOf(operation, version))) return null;
  return {
    operation,
    module_version: version,
    release: panel.releases.includes(release) ? release : panel.releases.at(-1)!,
    controls: nearest === version ? panel.controls : stillBound(panel.controls, operation, { nearest, version }),
  };
}

/** The controls of an older version whose fields are where they were. */
function stillBound(
  controls: readonly PanelControl[],
  operation: string,
  { nearest, version }: { nearest: number; version: number },
): PanelControl[] {
  const places = (of: number) =>
    new Map(layoutOf(operation, of)?.fields.map(({ name, type, offset }) => [name, `${type} ${offset}`]));
  const [before, now] = [places(nearest), places(version)];
  return controls.filter(({ field }) => {
    const name = field?.replace(/[[.].*/, '');
    return name === undefined || (now.has(name) && now.get(name) === before.get(name));
  });
}

/** The area for blending and masks, by the version of the blending parameters. null: there are no facts. */
export const blendingPanel = (version: number): BlendingPanel | null =>
  cached('blending', String(version), BlendingPanel);

/** What the newest release that has a module shows of it, without its controls. null: there are no facts. */
export const panelModule = (operation: string): PanelModule | null =>
  (newest ??= newestModules()).get(operation) ?? null;

let newest: Map<string, PanelModule> | null = null;
const newestModules = () =>
  new Map(
    readReleases()
      .toReversed()
      .flatMap((release) => panelOf(release).modules)
      .map((module) => [module.operation, module]),
  );

const FOLDER = join(assetsDir, 'panels');
const files: Record<string, ReadonlySet<string>> = {};
const filesOf = (folder: string) => (files[folder] ??= new Set(readdirSync(join(FOLDER, folder))));
const known = new Map<string, unknown>();

/** Names come from requests, with any length and content, so none of them is used as a file name that is not there. */
function cached<Schema extends z.ZodType>(folder: string, name: string, schema: Schema): z.infer<Schema> | null {
  const file = `${name}.json`;
  if (!filesOf(folder).has(file)) return null;
  const key = `${folder}/${file}`;
  if (!known.has(key)) known.set(key, schema.parse(JSON.parse(readFileSync(join(FOLDER, key), 'utf8'))));
  return known.get(key) as z.infer<Schema>;
}
