import type { ReactNode } from 'react';
import { Popover as Base } from '@base-ui/react/popover';
import styles from './popover.module.css';

interface Props {
  /** The content of the button. */
  trigger: ReactNode;
  triggerClass: string | undefined;
  /** The button's label, if its content does not say it. */
  label?: string | undefined;
  /** The title of what opens. */
  title: string;
  children: ReactNode;
  align?: 'start' | 'end';
  side?: 'bottom' | 'top';
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
}

/** A button, and what it opens next to itself. */
export function Popover({
  trigger,
  triggerClass,
  label,
  title,
  children,
  align = 'start',
  side = 'bottom',
  ...state
}: Props) {
  return (
    <Base.Root {...state}>
      <Base.Trigger className={triggerClass} {...(label !== undefined && { 'aria-label': label, title: label })}>
        {trigger}
      </Base.Trigger>
      <Base.Portal>
        <Base.Backdrop className={styles.backdrop} />
        <Base.Positioner className={styles.place} align={align} side={side} sideOffset={6} collisionPadding={8}>
          <Base.Popup className={styles.popover} aria-label={title}>
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
