import type { LucideIcon } from 'lucide-react';
import { ActionButton } from '../ui/action-button.tsx';
import { button } from '../ui/button.ts';

interface Props {
  label: string;
  /** Only if it differs from the label with its keys. */
  title?: string;
  /** Keys that do the same. */
  keys?: string;
  icon: LucideIcon;
  disabled?: boolean;
  whyNot?: string | null;
  onClick: () => void;
}

/** A button in the toolbar; its tooltip and accessible name say what it does. */
export function IconButton({ label, title, keys, icon: Icon, disabled, whyNot = null, onClick }: Props) {
  return (
    <ActionButton
      className={button('quiet', 'icon')}
      aria-label={label}
      title={title ?? (keys === undefined ? label : `${label} (${keys})`)}
      disabled={disabled}
      whyNot={whyNot}
      onClick={onClick}
    >
      <Icon size={18} aria-hidden />
    </ActionButton>
  );
}
