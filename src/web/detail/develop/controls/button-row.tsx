import { FlipHorizontal2, FlipVertical2, type LucideIcon, RotateCcwSquare, RotateCwSquare } from 'lucide-react';
import type { PanelControl } from '../../../../contract/panel.ts';
import { pressed } from '../../../develop-panel/computed/computed-controls.ts';
import { t } from '../../../i18n/words.ts';
import { button } from '../../../ui/button.ts';
import { useLock } from '../../../ui/lock.tsx';
import { useModuleValues } from './module-values.ts';

const ICONS: Record<string, LucideIcon> = {
  'rotate 90 degrees CCW': RotateCcwSquare,
  'rotate 90 degrees CW': RotateCwSquare,
  'flip horizontally': FlipHorizontal2,
  'flip vertically': FlipVertical2,
};

/** A button whose effect is known here. */
export function ButtonControl({ control }: { control: PanelControl }) {
  const { isLocked, lockedBy } = useLock();
  const { operation, stored, text, change } = useModuleValues();
  const changes = pressed(operation, control, stored);
  const label = text(control.label ?? '');
  const Icon = ICONS[control.label ?? ''];
  return (
    <button
      type="button"
      className={button(Icon !== undefined && 'icon')}
      aria-label={label}
      title={label}
      {...(changes === null && { 'aria-disabled': true, title: t('develop.turnedByExif') })}
      {...lockedBy}
      onClick={() => {
        if (changes && !isLocked) change(changes);
      }}
    >
      {Icon ? <Icon size={18} aria-hidden /> : label}
    </button>
  );
}
