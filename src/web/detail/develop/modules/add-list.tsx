import { useId, useState } from 'react';
import { Plus } from 'lucide-react';
import type { PanelModule } from '../../../../contract/panel.ts';
import { t } from '../../../history/words.ts';
import { ActionButton } from '../../../ui/action-button.tsx';
import { Reason } from '../../../ui/reason.tsx';
import { useHistoryAct } from '../history/use-history-act.ts';
import { BasicsButton } from './basics-button.tsx';
import type { Basics } from './basics.ts';
import type { ModuleContext } from './module-context.ts';
import styles from './add-list.module.css';

interface Props {
  modules: readonly PanelModule[];
  context: ModuleContext;
  basics: Basics;
  /** The name of the group that a module is in, where that is not clear. */
  groupOf?: (operation: string) => string;
  onAdded: (operation: string) => void;
}

/** Modules that the picture does not have: a press adds one to the history. Why it cannot be added stands below its name. */
export function AddList({ modules, context, basics, groupOf, onAdded }: Props) {
  const act = useHistoryAct(context);
  const [refusal, setRefusal] = useState<{ operation: string; error: unknown } | null>(null);
  const heading = useId();
  if (modules.length === 0) return null;
  return (
    <>
      <p className={styles.heading} id={heading}>
        {t('addTitle')}
      </p>
      <ul className={styles.list} aria-labelledby={heading}>
        {modules.map(({ operation, name: english }) => {
          const name = context.translate(operation, english);
          return (
            <li key={operation} className={styles.module}>
              <div className={styles.row}>
                <ActionButton
                  className={styles.add}
                  whyNot={context.whyNot}
                  aria-label={t('add', { module: name })}
                  onClick={() => {
                    setRefusal(null);
                    act({ is: 'add', operation }, name, {
                      onDone: () => onAdded(operation),
                      onRefused: (error) => setRefusal({ operation, error }),
                    });
                  }}
                >
                  <Plus size={16} aria-hidden />
                  <span>{name}</span>
                </ActionButton>
                {groupOf && <small className={styles.group}>{groupOf(operation)}</small>}
                <BasicsButton {...{ operation, name, basics }} />
              </div>
              <div role="status">
                {refusal?.operation === operation && (
                  <p className={styles.refusal}>
                    <Reason error={refusal.error} />
                  </p>
                )}
              </div>
            </li>
          );
        })}
      </ul>
    </>
  );
}
