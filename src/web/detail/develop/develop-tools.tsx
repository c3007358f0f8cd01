import { useState } from 'react';
import { History, Redo2, SquareSplitHorizontal, TriangleAlert, Undo2 } from 'lucide-react';
import type { ModuleEntry } from '../../api/modules.ts';
import { useWhyNot } from '../../api/rights.ts';
import { t } from '../../i18n/words.ts';
import { type Action, PICTURE, UNDO, VISIT } from '../../keyboard/actions.ts';
import { withKey } from '../../keyboard/key-words.ts';
import { isInField } from '../../keyboard/keys.ts';
import { useActions } from '../../keyboard/use-actions.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { button } from '../../ui/button.ts';
import { Popover } from '../../ui/popover.tsx';
import { IconButton } from '../icon-button.tsx';
import type { Looks } from '../looks.ts';
import type { ModuleContext } from './modules/module-context.ts';
import { VisitList } from './visit/visit-list.tsx';
import styles from './develop-tools.module.css';

interface Props {
  modules: readonly ModuleEntry[];
  context: ModuleContext;
  looks: Looks;
}

/** Back and forth through the edits of this visit, and other ways to look at the picture. */
export function DevelopTools({ modules, context, looks }: Props) {
  const { edits, whyNot } = context;
  const { visit, goTo } = edits;
  const noPreview = useWhyNot('previews:read');
  const [isOpen, setOpen] = useState(false);
  useActions(VISIT, { visit: { when: (event) => !isInField(event), do: () => setOpen((is) => !is) } });
  return (
    <div className={styles.tools} role="toolbar" aria-label={t('develop.tools')}>
      <IconButton
        label={t('keys.undo')}
        keys={UNDO.undo}
        icon={Undo2}
        disabled={visit.at === 0}
        whyNot={whyNot}
        onClick={() => goTo((at) => at - 1)}
      />
      <IconButton
        label={t('keys.redo')}
        keys={UNDO.redo}
        icon={Redo2}
        disabled={visit.at === visit.edits.length}
        whyNot={whyNot}
        onClick={() => goTo((at) => at + 1)}
      />
      <Popover
        title={t('develop.visit')}
        label={withKey(t('develop.visit'), VISIT.visit)}
        triggerClass={button('quiet', 'icon')}
        trigger={<History size={18} aria-hidden />}
        open={isOpen}
        onOpenChange={setOpen}
      >
        <VisitList
          modules={modules}
          context={context}
          onGo={(count) => {
            setOpen(false);
            goTo(() => count);
          }}
        />
      </Popover>
      <i className={styles.gap} aria-hidden />
      <Toggle
        label={t('detail.split')}
        keys={PICTURE.split}
        icon={SquareSplitHorizontal}
        isOn={looks.isSplit}
        whyNot={noPreview}
        onToggle={looks.toggleSplit}
      />
      <Toggle
        label={t('detail.clipping')}
        keys={PICTURE.clipping}
        icon={TriangleAlert}
        isOn={looks.isClipping}
        whyNot={noPreview}
        onToggle={looks.toggleClipping}
      />
    </div>
  );
}

interface ToggleProps {
  label: string;
  keys: Action;
  icon: typeof History;
  isOn: boolean;
  whyNot: string | null;
  onToggle: () => void;
}

function Toggle({ label, keys, icon: Icon, isOn, whyNot, onToggle }: ToggleProps) {
  return (
    <ActionButton
      className={button('quiet', 'icon')}
      aria-label={label}
      aria-pressed={isOn}
      title={withKey(label, keys)}
      whyNot={whyNot}
      onClick={onToggle}
    >
      <Icon size={18} aria-hidden />
    </ActionButton>
  );
}
