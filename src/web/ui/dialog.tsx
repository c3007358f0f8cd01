import { type ReactNode, useRef } from 'react';
import { Dialog as Base } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import { t } from '../i18n/words.ts';
import { button } from './button.ts';
import { classes } from './classes.ts';
import styles from './dialog.module.css';

interface Props {
  open: boolean;
  onClose: () => void;
  title: string;
  children: ReactNode;
  /** Buttons at the lower edge. */
  actions?: ReactNode;
  wide?: boolean;
  /** Its field has the focus first, but for fingers: no keyboard comes up by itself. */
  startsInField?: boolean;
  /** What gets the focus afterwards. */
  finalFocus?: () => HTMLElement | null;
}

export function Dialog({
  open,
  onClose,
  title,
  children,
  actions,
  wide = false,
  startsInField = false,
  finalFocus,
}: Props) {
  const popup = useRef<HTMLDivElement>(null);
  const before = useRef<Element | null>(null);
  return (
    <Base.Root
      open={open}
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
    >
      <Base.Portal>
        <Base.Backdrop className={styles.backdrop} />
        <Base.Popup
          className={classes(styles.dialog, wide && styles.wide)}
          ref={popup}
          data-modal
          initialFocus={(by) => {
            before.current = document.activeElement;
            return startsInField && by !== 'touch' ? (popup.current?.querySelector('input') ?? true) : true;
          }}
          finalFocus={() => finalFocus?.() ?? !focusAgain(before.current)}
        >
          <div className={styles.head}>
            <Base.Title className={styles.title}>{title}</Base.Title>
            <Base.Close className={button('quiet', 'icon')} aria-label={t('common.close')}>
              <X size={18} aria-hidden />
            </Base.Close>
          </div>
          <div className={styles.body}>{children}</div>
          {actions !== undefined && <div className={styles.actions}>{actions}</div>}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}

/** What takes the focus from the program alone, such as a whole view, gets it back itself, not its first button or field. */
function focusAgain(element: Element | null): boolean {
  if (!(element instanceof HTMLElement) || element.tabIndex >= 0 || element === document.body) return false;
  element.focus({ preventScroll: true });
  return true;
}
