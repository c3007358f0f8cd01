import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { BlendingPanel, Panel, PanelControl, type ModulePanel, type PanelModule } from '../contract/panel.ts';
import { assetsDir } from '../platform/package-files.ts';

/**
 * What darktable shows of its modules: the facts in assets/panels, which scripts/panels/make-panels.ts makes;
 * docs/panels.md says where they come from. A module's panel hangs on the version of its parameters, and where two
 * releases share a version but not the words, on the release.
 */
const StoredPanels = z.array(
  z.object({ module_version: z.int(), releases: z.array(z.string()), controls: z.array(PanelControl) }),
);
type StoredPanels = z.infer<typeof StoredPanels>;

/** The releases with facts, oldest first. */
const RELEASES = ['4.2.1', '5.4.1'];

/** The release that is nearest to the darktable that a library belongs to. null: not known, so the newest. */
export function panelRelease(schemaVersion: number | null): string {
  // Library schema 37 is that of darktable 4.2 (docs/decisions); every newer release has a higher one.
  return schemaVersion !== null && schemaVersion <= 37 ? '4.2.1' : RELEASES.at(-1)!;
}

/** Groups and modules as a release shows them. */
export const panelOf = (release: string): Panel => cached('releases', release, Panel)!;

/** The controls of one version of a module, as in `release` where that has the version. null: there are no facts. */
export function modulePanel(operation: string, version: number, release: string): ModulePanel | null {
  const stored = cached('modules', operation, StoredPanels) ?? [];
  const fitting = stored.filter(({ module_version }) => module_version === version);
  const panel = fitting.find(({ releases }) => releases.includes(release)) ?? fitting.at(-1);
  if (!panel) return null;
  return {
    operation,
    module_version: version,
    release: panel.releases.includes(release) ? release : panel.releases.at(-1)!,
    controls: panel.controls,
  };
}

/** The area for blending and masks, by the version of the blending parameters. null: there are no facts. */
export const blendingPanel = (version: number): BlendingPanel | null =>
  cached('blending', String(version), BlendingPanel);

/** What the newest release that has a module shows of it, without its controls. null: there are no facts. */
export const panelModule = (operation: string): PanelModule | null =>
  RELEASES.toReversed()
    .flatMap((release) => panelOf(release).modules)
    .find((module) => module.operation === operation) ?? null;

const files: Record<string, ReadonlySet<string>> = {};
const known = new Map<string, unknown>();

/** Names come from requests, with any length and content, so none of them is used as a file name that is not there. */
function cached<Schema extends z.ZodType>(folder: string, name: string, schema: Schema): z.infer<Schema> | null {
  const path = join(assetsDir, 'panels', folder);
  files[folder] ??= new Set(readdirSync(path));
  const file = `${name}.json`;
  if (!files[folder].has(file)) return null;
  const key = `${folder}/${file}`;
  if (!known.has(key)) known.set(key, schema.parse(JSON.parse(readFileSync(join(path, file), 'utf8'))));
  return known.get(key) as z.infer<Schema>;
}
