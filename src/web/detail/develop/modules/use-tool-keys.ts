import { useEffect, useEffectEvent, useState } from 'react';
import type { PanelModule } from '../../../../contract/panel.ts';
import type { ModuleEntry } from '../../../api/modules.ts';
import { reasonOf } from '../../../api/reason.ts';
import { t } from '../../../i18n/words.ts';
import { TOOLS } from '../../../keyboard/actions.ts';
import { useActions } from '../../../keyboard/use-actions.ts';
import { say } from '../../../ui/toasts.tsx';
import { useHistoryAct } from '../history/use-history-act.ts';
import { doesSomething } from './addable.ts';
import type { ModuleContext, Started } from './module-context.ts';

interface Props {
  modules: readonly ModuleEntry[];
  /** Those that the picture does not have. */
  absent: readonly PanelModule[];
  context: ModuleContext;
  onOpen: (module: Pick<ModuleEntry, 'operation' | 'multi_priority'>) => void;
}

/** The keys of what is done on the picture: they open its module, which is added first where it is not in the history. */
export function useToolKeys({ modules, absent, context, onOpen }: Props): Started | null {
  const [started, setStarted] = useState<Started | null>(null);
  const act = useHistoryAct(context);
  const open = (module: Pick<ModuleEntry, 'operation' | 'multi_priority'>) => {
    onOpen(module);
    setStarted({ operation: module.operation, done: () => setStarted(null) });
  };
  const start = (operation: string) => {
    const { whyNot, isRaw, translate } = context;
    const there = modules.find((module) => module.operation === operation);
    const known = absent.find((module) => module.operation === operation);
    if (whyNot !== null) say({ title: whyNot });
    else if (there) open(there);
    else if (!known || !doesSomething(known, isRaw)) say({ title: t('develop.notHere') });
    else
      act({ is: 'add', operation }, translate(operation, known.name), {
        onDone: () => open({ operation, multi_priority: 0 }),
        onRefused: (error) => say({ title: reasonOf(error), isFailure: true }),
      });
  };
  useActions(TOOLS, {
    crop: () => start('crop'),
    whiteBalance: () => start('temperature'),
    gradient: () => start('graduatednd'),
  });
  return started;
}

/** Begins the tool when its key was pressed. */
export function useStart({ started }: ModuleContext, operation: string, start: () => void): void {
  const begin = useEffectEvent(() => {
    if (started?.operation !== operation) return;
    started.done();
    start();
  });
  useEffect(() => begin(), [started]);
}
