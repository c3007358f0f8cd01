import { useQueries } from '@tanstack/react-query';
import type { ModuleEntry } from '../../../api/modules.ts';
import { modulePanelQuery } from '../../../api/panel.ts';
import { fullName } from '../../../develop-panel/parts.ts';
import { searched } from '../../../develop-panel/module-groups.ts';
import { instanceName, keyOf } from './module-names.ts';
import type { ModuleContext } from './module-context.ts';

/**
 * The modules of the picture that a text is in: in their names, in darktable's further words for them, in the names of
 * their controls, in both languages. With the control, where only that was found. null: nobody searches.
 */
export function useFound(
  modules: readonly ModuleEntry[],
  typed: string,
  { panel, library, hasFacts, translate }: ModuleContext,
): Map<string, string | undefined> | null {
  const wanted = typed.trim().toLocaleLowerCase();
  const known = wanted === '' ? [] : modules.filter(hasFacts);
  const facts = useQueries({
    queries: known.map(({ operation, module_version: version }) => modulePanelQuery(library, operation, version)),
  });
  if (wanted === '') return null;
  const has = (text: string) => text.toLocaleLowerCase().includes(wanted);
  const byName = new Set(searched(panel.modules, typed, translate).map(({ operation }) => operation));
  const found = new Map<string, string | undefined>();
  for (const module of modules) {
    const { operation, label } = module;
    if (byName.has(operation) || [label, operation, instanceName(module)].some(has))
      found.set(keyOf(module), undefined);
  }
  known.forEach((module, at) => {
    const hit = facts[at]?.data?.controls.find(
      ({ kind, label = '' }) => kind !== 'label' && (has(label) || has(translate(module.operation, label))),
    );
    if (hit && !found.has(keyOf(module)))
      found.set(
        keyOf(module),
        fullName(hit, (english) => translate(module.operation, english)),
      );
  });
  return found;
}
