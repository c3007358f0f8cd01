import { moduleLayouts } from '../../darktable/layouts.ts';
import { panelOf, panelRelease } from '../../darktable/panels.ts';
import { noSuch, refusedFields } from '../../platform/complaints.ts';

/** The operations that are taken from an image; null: all. Throws `invalid_body` for one that no darktable has. */
export function knownModules(modules: 'all' | readonly string[]): readonly string[] | null {
  if (modules === 'all') return null;
  const unknown = modules.filter((operation) => moduleLayouts(operation) === null);
  if (unknown.length === 0) return modules;
  throw refusedFields(
    'invalid_body',
    unknown.map((operation) => ({ path: 'modules', message: noSuch('module', operation, namesOfModules()) })),
  );
}

const namesOfModules = () => panelOf(panelRelease(null)).modules.map(({ operation }) => operation);
