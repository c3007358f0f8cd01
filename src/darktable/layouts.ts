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
 * Everything that is known about the parameters of a module, or null for a module that nobody has described. The data in
 * assets/layouts comes from darktable's own introspection tables, what its code bears from assets/limits; docs/module-layouts.md
 * says how and how far to trust it.
 * Names come from libraries and from requests, of any length and kind, so none of them is tried as the name of a file.
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

/** The layout of one version of a module, or null when nobody has described it. */
export function layoutOf(operation: string, version: number): Layout | null {
  return moduleLayouts(operation)?.versions[String(version)] ?? null;
}
