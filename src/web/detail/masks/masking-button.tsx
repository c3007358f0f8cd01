import type { LucideIcon } from 'lucide-react';
import { ActionButton } from '../../ui/action-button.tsx';
import { button } from '../../ui/button.ts';
import { classes } from '../../ui/classes.ts';
import styles from './masks.module.css';

interface Props {
  icon: LucideIcon;
  label: string;
  whyNot: string | null;
  isPressed: boolean;
  onPress: (isPressed: boolean) => void;
}

/** Shows something over the picture, or ends that. */
export function MaskingButton({ icon: Icon, label, whyNot, isPressed, onPress }: Props) {
  return (
    <ActionButton
      className={classes(button('quiet', 'icon'), isPressed && styles.pressed)}
      aria-label={label}
      title={label}
      whyNot={whyNot}
      aria-pressed={isPressed}
      onClick={() => onPress(!isPressed)}
    >
      <Icon size={16} aria-hidden />
    </ActionButton>
  );
}
