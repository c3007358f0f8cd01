import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { assetsDir } from '../platform/package-files.ts';
import { ModuleLayouts, type Layout } from './layout.ts';
import { ModuleLimits } from './limits.ts';
import { withLimits } from './with-limits.ts';

type Folder = 'layouts' | 'limits';
const files: Partial<Record<Folder, ReadonlySet<string>>> = {};
const known = new Map<string, ModuleLayouts>();

/**
 * Everything known about a module's parameters, or null for a module that has no description. The data in
 * assets/layouts comes from darktable's own introspection tables, the values that its code tolerates from
 * assets/limits; docs/module-layouts.md says how, and how far to trust it. Operation names come from libraries and
 * requests, with any length and content, so none of them is used as a file name.
 */
export function moduleLayouts(operation: string): ModuleLayouts | null {
  const seen = known.get(operation);
  if (seen) return seen;
  const found = read('layouts', operation);
  if (found === null) return null;
  const layouts = withLimits(ModuleLayouts.parse(found), ModuleLimits.parse(read('limits', operation) ?? {}));
  known.set(operation, layouts);
  return layouts;
}

function read(name: Folder, operation: string): unknown {
  const folder = join(assetsDir, name);
  const file = `${operation}.json`;
  const there = (files[name] ??= new Set(readdirSync(folder)));
  return there.has(file) ? JSON.parse(readFileSync(join(folder, file), 'utf8')) : null;
}

/** The layout of one version of a module, or null when there is no description. */
export function layoutOf(operation: string, version: number): Layout | null {
  return moduleLayouts(operation)?.versions[String(version)] ?? null;
}

let blending: ModuleLayouts | null = null;

/** The layout of one version of the parameters of blending and masks, or null when there is no description. */
export function blendLayoutOf(version: number): Layout | null {
  blending ??= ModuleLayouts.parse(JSON.parse(readFileSync(join(assetsDir, 'blending.json'), 'utf8')));
  return blending.versions[String(version)] ?? null;
}
