import { type MouseEvent, useEffect, useState } from 'react';
import { ChevronLeft, Contrast, Power as PowerSign, Undo2 } from 'lucide-react';
import type { ModuleEntry } from '../../../api/modules.ts';
import { hasSwitch } from '../../../develop-panel/module-groups.ts';
import { t } from '../../../i18n/words.ts';
import { ActionButton } from '../../../ui/action-button.tsx';
import { button } from '../../../ui/button.ts';
import { classes } from '../../../ui/classes.ts';
import { useLock } from '../../../ui/lock.tsx';
import type { Basics } from './basics.ts';
import { BasicsButton } from './basics-button.tsx';
import { isMasked } from './blending-words.ts';
import { instanceName, keyOf, nameOf } from './module-names.ts';
import { ModuleBody } from './module-body.tsx';
import { ModuleMenu } from './module-menu.tsx';
import type { ModuleContext } from './module-context.ts';
import { ResetButton } from './reset-button.tsx';
import { useModuleMoves } from './use-module-moves.ts';
import styles from './module-row.module.css';

interface Props {
  module: ModuleEntry;
  context: ModuleContext;
  basics: Basics;
  isOpen: boolean;
  /** Its neighbors in the list. */
  above: ModuleEntry | undefined;
  below: ModuleEntry | undefined;
  /** What the search found in it. */
  found?: string | undefined;
  /** `keepsOthers`: the other modules stay open, as with Shift in darktable. */
  onToggle: (how: { keepsOthers: boolean }) => void;
  /** A further instance was added. */
  onAdded: (key: string) => void;
  /** It has another place in the pipe. */
  onMoved: (key: string) => void;
}

/** A module: its head, and while it is open, its controls. */
export function ModuleRow({ module, context, basics, isOpen, found, onToggle, onAdded, ...around }: Props) {
  const { edits, whyNot } = context;
  const instance = instanceName(module);
  const name = nameOf(module);
  const undo = t('develop.undoModule', { module: name });
  const moves = useModuleMoves({ module, name, context, ...around });
  return (
    <li className={classes(styles.module, !module.enabled && styles.off, isOpen && styles.open)}>
      <div className={styles.head}>
        {isOpen && (
          <button
            type="button"
            className={classes(button('quiet', 'icon'), styles.back)}
            aria-label={t('develop.backToList')}
            onClick={() => onToggle({ keepsOthers: false })}
          >
            <ChevronLeft size={18} aria-hidden />
          </button>
        )}
        <Power module={module} name={name} context={context} />
        <button
          type="button"
          className={styles.name}
          aria-expanded={isOpen}
          data-module={keyOf(module)}
          title={module.operation}
          onKeyDown={moves.onKeyDown}
          onClick={({ shiftKey }: MouseEvent) => onToggle({ keepsOthers: shiftKey })}
        >
          <span>{module.label}</span>
          {instance !== '' && <small>{instance}</small>}
          {found !== undefined && <small>{found}</small>}
        </button>
        {isMasked(module.blend) && (
          <span role="img" className={styles.mask} aria-label={t('develop.masked')} title={t('develop.masked')}>
            <Contrast size={16} aria-hidden />
          </span>
        )}
        {isOpen && context.canUndo(module) && (
          <ActionButton
            className={button('quiet', 'icon')}
            aria-label={undo}
            title={undo}
            whyNot={whyNot}
            onClick={() => edits.undo(module)}
          >
            <Undo2 size={16} aria-hidden />
          </ActionButton>
        )}
        {isOpen && <BasicsButton operation={module.operation} {...{ name, basics }} />}
        {isOpen && <ResetButton module={module} name={name} context={context} />}
        {isOpen && <ModuleMenu {...{ module, name, context, moves, onAdded }} />}
      </div>
      {isOpen && <ModuleBody module={module} context={context} />}
    </li>
  );
}

/** On or off; a dot where darktable has no switch. */
function Power({ module, name, context }: { module: ModuleEntry; name: string; context: ModuleContext }) {
  const { edits, factsOf, isRaw } = context;
  const { isLocked, lockedBy } = useLock();
  // The requested state, until the stored one is known.
  const [wanted, setWanted] = useState<boolean | null>(null);
  useEffect(() => setWanted(null), [module.enabled, edits.refusals]);
  const facts = factsOf(module.operation);
  if (facts && module.enabled && !hasSwitch(facts, isRaw)) {
    return (
      <span role="img" className={styles.always} aria-label={t('develop.alwaysOn')} title={t('develop.alwaysOn')} />
    );
  }
  return (
    <span className={styles.power}>
      <input
        name="on"
        type="checkbox"
        role="switch"
        aria-label={t('develop.toggle', { module: name })}
        checked={wanted ?? module.enabled}
        {...lockedBy}
        onChange={({ target }) => {
          if (isLocked) {
            target.checked = module.enabled;
            return;
          }
          setWanted(target.checked);
          edits.edit(module, { enabled: target.checked });
        }}
      />
      <PowerSign size={12} strokeWidth={2.5} aria-hidden />
    </span>
  );
}
