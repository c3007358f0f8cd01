import type { LucideIcon } from 'lucide-react';
import type { Action } from '../keyboard/actions.ts';
import { withKey } from '../keyboard/key-words.ts';
import { ActionButton } from '../ui/action-button.tsx';
import { button } from '../ui/button.ts';

interface Props {
  label: string;
  /** What does the same, and which of its keys. */
  keys?: Action;
  at?: number;
  icon: LucideIcon;
  disabled?: boolean;
  whyNot?: string | null;
  onClick: () => void;
}

/** A button in the toolbar; its tooltip and accessible name say what it does. */
export function IconButton({ label, keys, at, icon: Icon, disabled, whyNot = null, onClick }: Props) {
  return (
    <ActionButton
      className={button('quiet', 'icon')}
      aria-label={label}
      title={keys === undefined ? label : withKey(label, keys, at)}
      disabled={disabled}
      whyNot={whyNot}
      onClick={onClick}
    >
      <Icon size={18} aria-hidden />
    </ActionButton>
  );
}
