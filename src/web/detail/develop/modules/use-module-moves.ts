import type { KeyboardEvent } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { MoveTo } from '../../../api/history.ts';
import { type ModuleEntry, type ModuleOrder, moduleOrderQuery } from '../../../api/modules.ts';
import { t } from '../../../history/words.ts';
import { say } from '../../../ui/toasts.tsx';
import { useHistoryAct } from '../history/use-history-act.ts';
import type { ModuleContext } from './module-context.ts';
import { keyOf, nameOf } from './module-names.ts';

interface Moved {
  module: ModuleEntry;
  name: string;
  context: ModuleContext;
  /** Its neighbors in the list. */
  above: ModuleEntry | undefined;
  below: ModuleEntry | undefined;
  /** Called before its row changes places. */
  onMoved: (key: string) => void;
}

interface Way {
  way: 'Up' | 'Down';
  words: string;
  /** null: it can be moved. */
  whyNot: string | null;
  move: () => void;
}
export interface ModuleMoves {
  ways: readonly Way[];
  /** Alt and an arrow move the module. */
  onKeyDown: (event: KeyboardEvent) => void;
}

/** Moves of a module in the pipe, past its neighbors in the list. The last of the pipe is on top, as in darktable. */
export function useModuleMoves({ module, name, context, above, below, onMoved }: Moved): ModuleMoves {
  const { data } = useQuery(moduleOrderQuery(context.imageId));
  const act = useHistoryAct(context);
  const { operation, multi_priority: instance } = module;
  const go = (to: MoveTo) => {
    act({ is: 'move', operation, instance, ...to }, name, { onDone: () => onMoved(keyOf(module)) });
  };
  const wayOf = (way: Way['way'], neighbour: ModuleEntry | undefined): Way => ({
    way,
    words: t(way === 'Up' ? 'moveUp' : 'moveDown'),
    whyNot: context.whyNot ?? whyFixed(data, { way, module, neighbour, context }),
    move: () => {
      if (!neighbour) return;
      const at = { operation: neighbour.operation, instance: neighbour.multi_priority };
      go(way === 'Up' ? { after: at } : { before: at });
    },
  });
  const ways = [wayOf('Up', above), wayOf('Down', below)];
  const onKeyDown = (event: KeyboardEvent) => {
    const way = ways.find((one) => event.altKey && event.key === `Arrow${one.way}`);
    if (!way || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    event.stopPropagation();
    if (way.whyNot === null) way.move();
    else say({ id: 'organise', title: way.whyNot });
  };
  return { ways, onKeyDown };
}

/** Why darktable does not move a module past its neighbor; null: it does. */
function whyFixed(
  order: ModuleOrder | undefined,
  {
    way,
    module,
    neighbour,
    context,
  }: Pick<Way, 'way'> & Pick<Moved, 'module' | 'context'> & { neighbour: ModuleEntry | undefined },
): string | null {
  if (!neighbour) return t(way === 'Up' ? 'isTop' : 'isBottom');
  const items = order?.items ?? [];
  const placeOf = (entry: ModuleEntry) =>
    items.findIndex(({ operation, instance }) => operation === entry.operation && instance === entry.multi_priority);
  const own = items[placeOf(module)];
  const target = placeOf(neighbour);
  if (!own || target < 0) return t('orderUnknown');
  const isFree = way === 'Up' ? target <= own.latest : target >= own.earliest;
  if (isFree) return null;
  const wall = items[way === 'Up' ? own.latest + 1 : own.earliest - 1];
  if (!wall) return t(way === 'Up' ? 'isTop' : 'isBottom');
  const english = context.factsOf(wall.operation)?.name ?? wall.operation;
  const label = wall.operation === neighbour.operation ? nameOf(neighbour) : context.translate(wall.operation, english);
  return t(way === 'Up' ? 'keptBelow' : 'keptAbove', { module: label });
}
