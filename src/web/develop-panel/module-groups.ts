import type { Panel, PanelModule } from '../../contract/panel.ts';

/** What is listed: an instance of a module in the history of a picture. */
interface Listed {
  operation: string;
  enabled: boolean;
  multi_priority: number;
}

export interface ModuleGroup<Entry> {
  /** darktable's name of the group. null: modules that darktable shows in none. */
  name: string | null;
  entries: Entry[];
}

/**
 * The modules of a picture as darktable shows them: by group, and in each group the last of the pixel pipe first. A
 * module that the layout in use leaves out is in the group that it has when all are shown; one without facts, or in no
 * group, comes at the end.
 */
export function byGroup<Entry extends Listed>(
  entries: readonly Entry[],
  panel: Panel,
  places?: Places,
): ModuleGroup<Entry>[] {
  const groups = Map.groupBy(inPipeOrder(entries, panel, places), ({ operation }) => groupOf(operation, panel));
  const names = [...new Set(allGroups(panel).map(({ name }) => name)), null];
  return names.flatMap((name) => {
    const found = groups.get(name);
    return found ? [{ name, entries: found }] : [];
  });
}

const ALL = 'modules: all';
const allGroups = ({ groups, layouts }: Panel) => [
  ...groups,
  ...(layouts[ALL] ?? []),
  ...Object.values(layouts).flat(),
];

/** null: darktable shows the module in no group. */
export const groupOf = (operation: string, panel: Panel): string | null =>
  allGroups(panel).find(({ modules }) => modules.includes(operation))?.name ?? null;

/** darktable's group "active": what is switched on, from the end of the pipe to its start. */
export const active = <Entry extends Listed>(entries: readonly Entry[], panel: Panel, places?: Places): Entry[] =>
  inPipeOrder(entries, panel, places).filter(({ enabled }) => enabled);

/** The place of each instance in the pipe of a picture, by operation and number: `exposure 0`. */
export type Places = ReadonlyMap<string, number>;

/**
 * The last of the pipe first, as in the panel. `places`: those of the picture; else instances of one module are in the order of their numbers, and
 * modules without facts at the end.
 */
export function inPipeOrder<Entry extends Listed>(
  entries: readonly Entry[],
  { modules }: Panel,
  places: Places = new Map(),
): Entry[] {
  const placeIn = ({ operation, multi_priority }: Listed) => places.get(`${operation} ${multi_priority}`);
  if (places.size > 0) return entries.toSorted((one, other) => (placeIn(other) ?? -1) - (placeIn(one) ?? -1));
  const order = new Map(modules.map(({ operation, pipe_order }) => [operation, pipe_order]));
  const placeOf = ({ operation }: Listed) => order.get(operation) ?? -1;
  return entries.toSorted((one, other) => placeOf(other) - placeOf(one) || one.multi_priority - other.multi_priority);
}

/** Whether a module has a switch: not one that is always on, nor one that does not apply to such a picture. */
export function hasSwitch({ always_on, not_applicable = false, on_jpeg }: PanelModule, isRaw: boolean): boolean {
  const picture = { always_on, not_applicable, ...(!isRaw && on_jpeg) };
  return !picture.always_on && !picture.not_applicable;
}

/** Modules whose name, operation or further words contain the text, as darktable's search box finds them. */
export function searched(
  modules: readonly PanelModule[],
  text: string,
  translate: (operation: string, name: string) => string,
): PanelModule[] {
  const wanted = text.trim().toLocaleLowerCase();
  return modules.filter(({ operation, name, aliases = [] }) =>
    [operation, name, translate(operation, name), ...aliases].some((word) => word.toLocaleLowerCase().includes(wanted)),
  );
}
