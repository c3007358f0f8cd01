import { useState } from 'react';
import { ArrowDown, ArrowUp, Copy, Ellipsis, Plus, Trash2 } from 'lucide-react';
import { type HistoryAct, historyQuery } from '../../../api/history.ts';
import type { ModuleEntry } from '../../../api/modules.ts';
import { queryClient } from '../../../api/query-client.ts';
import { t } from '../../../history/words.ts';
import { t as tPage } from '../../../i18n/words.ts';
import { ActionButton } from '../../../ui/action-button.tsx';
import { button } from '../../../ui/button.ts';
import { Popover } from '../../../ui/popover.tsx';
import { useHistoryAct } from '../history/use-history-act.ts';
import type { ModuleContext } from './module-context.ts';
import { keyOf } from './module-names.ts';
import { PresetList } from './preset-list.tsx';
import type { ModuleMoves } from './use-module-moves.ts';
import menu from '../../../ui/menu.module.css';
import styles from './module-row.module.css';

interface Props {
  module: ModuleEntry;
  name: string;
  context: ModuleContext;
  moves: ModuleMoves;
  /** A further instance was added. */
  onAdded: (key: string) => void;
}

/** What can be done with an instance of a module as a whole. */
export function ModuleMenu({ module, name, context, moves, onAdded }: Props) {
  const [open, setOpen] = useState(false);
  const act = useHistoryAct(context);
  const { operation, multi_priority: instance } = module;
  const { imageId, whyNot, factsOf } = context;
  const label = tPage('develop.moduleMenu', { module: name });
  const whyNoFurther = whyNot ?? (factsOf(operation)?.single_instance ? t('oneInstance') : null);
  const doIt = (what: HistoryAct) => {
    setOpen(false);
    const onDone = () => {
      const step = queryClient.getQueryData(historyQuery(imageId).queryKey)?.steps.at(-1);
      if (step) onAdded(keyOf(step));
    };
    act(what, name, what.is === 'instance' ? { onDone } : {});
  };
  const items = [
    { words: t('newInstance'), icon: Plus, whyNot: whyNoFurther, act: { is: 'instance', operation } },
    { words: t('duplicate'), icon: Copy, whyNot: whyNoFurther, act: { is: 'instance', operation, from: instance } },
    { words: t('remove'), icon: Trash2, whyNot, act: { is: 'remove', operation, instance } },
  ] as const;
  return (
    <Popover
      label={label}
      title={label}
      align="end"
      triggerClass={button('quiet', 'icon')}
      trigger={<Ellipsis size={16} aria-hidden />}
      open={open}
      onOpenChange={setOpen}
    >
      <ul className={styles.menu}>
        {moves.ways.map(({ way, words, whyNot: why, move }) => (
          <li key={way}>
            <ActionButton
              className={menu.item}
              whyNot={why}
              aria-keyshortcuts={`Alt+Arrow${way}`}
              onClick={() => {
                setOpen(false);
                move();
              }}
            >
              {way === 'Up' ? <ArrowUp size={16} aria-hidden /> : <ArrowDown size={16} aria-hidden />}
              {words}
            </ActionButton>
          </li>
        ))}
        {items.map(({ words, icon: Icon, whyNot: why, act: what }) => (
          <li key={words}>
            <ActionButton className={menu.item} whyNot={why} onClick={() => doIt(what)}>
              <Icon size={16} aria-hidden />
              {words}
            </ActionButton>
          </li>
        ))}
      </ul>
      <PresetList
        module={module}
        context={context}
        onChoose={(preset, words) => doIt({ is: 'preset', operation, instance, name: preset.name, label: words })}
      />
    </Popover>
  );
}
