import { useState } from 'react';
import type { ModuleEntry } from '../../../api/modules.ts';
import { t } from '../../../i18n/words.ts';
import type { Basics } from './basics.ts';
import { keyOf } from './module-names.ts';
import type { ModuleContext } from './module-context.ts';
import { ModuleRow } from './module-row.tsx';
import { classes } from '../../../ui/classes.ts';
import fold from '../../../ui/fold.module.css';
import styles from './module-list.module.css';

interface Props {
  modules: readonly ModuleEntry[];
  /** Those that nobody set by hand, folded at the end. */
  automatic: readonly ModuleEntry[];
  context: ModuleContext;
  basics: Basics;
  open: ReadonlySet<string>;
  onToggle: (module: ModuleEntry, how: { keepsOthers: boolean }) => void;
  /** What the search found in a module. */
  found: (module: ModuleEntry) => string | undefined;
  /** An instance was added to the history. */
  onAdded: (key: string) => void;
  /** An instance has another place in the pipe. */
  onMoved: (key: string) => void;
  /** What is said when there are no modules. */
  whenEmpty: string | null;
}

export function ModuleList(props: Props) {
  const { modules, automatic, context, basics, open, onToggle, onAdded, onMoved, found, whenEmpty } = props;
  const [isUnfolded, setUnfolded] = useState(false);
  const isShown = isUnfolded || automatic.some((module) => open.has(keyOf(module)));
  const rows = (entries: readonly ModuleEntry[]) =>
    entries.map((module, at) => (
      <ModuleRow
        key={keyOf(module)}
        module={module}
        above={entries[at - 1]}
        below={entries[at + 1]}
        context={context}
        basics={basics}
        isOpen={open.has(keyOf(module))}
        found={found(module)}
        onToggle={(how) => onToggle(module, how)}
        onAdded={onAdded}
        onMoved={onMoved}
      />
    ));
  return (
    <>
      {modules.length === 0 && whenEmpty !== null && <p className={styles.empty}>{whenEmpty}</p>}
      <ol className={styles.modules} aria-label={t('develop.modules')} data-is-one-open={open.size > 0 || undefined}>
        {rows(modules)}
      </ol>
      {automatic.length > 0 && (
        <details
          className={classes(fold.fold, styles.automatic)}
          open={isShown}
          onToggle={({ currentTarget }) => setUnfolded(currentTarget.open)}
        >
          <summary>{t('develop.automatic', { number: automatic.length })}</summary>
          <ol className={styles.modules} data-is-one-open={open.size > 0 || undefined}>
            {isShown && rows(automatic)}
          </ol>
        </details>
      )}
    </>
  );
}
