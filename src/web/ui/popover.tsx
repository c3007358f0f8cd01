import type { ReactNode } from 'react';
import { Popover as Base } from '@base-ui/react/popover';
import './popover.css';

interface Props {
  /** Inside the button. */
  trigger: ReactNode;
  triggerClass: string;
  /** Of the button, where its content does not say it. */
  label?: string | undefined;
  /** Of what opens. */
  title: string;
  children: ReactNode;
  align?: 'start' | 'end';
  side?: 'bottom' | 'top';
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
}

/** A button, and what it opens beside itself. */
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
        <Base.Backdrop className="popover-backdrop" />
        <Base.Positioner className="popover-place" align={align} side={side} sideOffset={6} collisionPadding={8}>
          <Base.Popup className="popover" aria-label={title}>
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
