import type { Panel, PanelModule } from '../contract/panel.ts';
import { newestOrderOf, type ReleaseFacts } from './release-facts.ts';

/** The layout of a new darktable from 5.0 on. */
const LAYOUT = 'workflow: scene-referred';
/** Between the parts of a layout; the first is its settings, the second the quick access panel. */
const SEPARATOR = 'ꬹ';

/** The panel of a release whose own was not read: its modules, groups and order, and what the panels of others, the nearest first, say of its modules. */
export function panelOfFacts(facts: ReleaseFacts, others: readonly Panel[]): Panel {
  const [nearest] = others;
  const modules = newestOrderOf(facts).flatMap((operation, place): PanelModule[] => {
    const known = others.flatMap(({ modules }) => modules).find((module) => module.operation === operation);
    const { version, flags } = facts.modules[operation]!;
    if (!known) return [];
    const { deprecated: _deprecated, ...module } = known;
    return [
      {
        ...module,
        versions: [version],
        pipe_order: place,
        single_instance: flags.includes('one_instance'),
        ...(flags.includes('deprecated') ? { deprecated: true } : {}),
      },
    ];
  });
  const place = new Map(modules.map(({ operation }, at) => [operation, at]));
  const shown = (operations: readonly string[]) =>
    operations
      .filter((operation) => place.has(operation))
      .toSorted((one, other) => place.get(other)! - place.get(one)!);
  const layouts = Object.fromEntries(
    Object.entries(facts.layouts ?? {}).map(([name, text]) => [
      name,
      text
        .split(SEPARATOR)
        .slice(2)
        .map((group) => {
          const [title = '', icon = '', ...operations] = group.split('|');
          return { name: title, icon, modules: shown(operations) };
        }),
    ]),
  );
  const groups = layouts[LAYOUT] ?? nearest!.groups.map((group) => ({ ...group, modules: shown(group.modules) }));
  return {
    release: facts.release,
    controls_of: others.map(({ release }) => release),
    layout: layouts[LAYOUT] ? LAYOUT : nearest!.layout,
    groups,
    layouts: facts.layouts
      ? layouts
      : Object.fromEntries(
          Object.entries(nearest!.layouts).map(([name, of]) => [
            name,
            of.map((group) => ({ ...group, modules: shown(group.modules) })),
          ]),
        ),
    quick_access: quickAccessIn(facts.layouts?.[LAYOUT]) ?? nearest!.quick_access,
    modules: modules.map((module) => ({
      ...module,
      groups: groups.flatMap(({ name, modules: of }) => (of.includes(module.operation) ? [name] : [])),
    })),
    blending_versions: nearest!.blending_versions,
  };
}

const quickAccessIn = (layout: string | undefined) =>
  layout
    ?.split(SEPARATOR)[1]
    ?.split('|')
    .slice(1)
    .filter((control) => control !== '');
