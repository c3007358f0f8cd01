import type { ReactNode } from 'react';
import { classes } from './classes.ts';
import styles from './confirm.module.css';
import { Dialog } from './dialog.tsx';
import { DialogButtons } from './dialog-buttons.tsx';
import text from './text.module.css';

/** Asks before something is done. */
export function Confirm({
  open,
  title,
  words,
  action,
  isHarmful = true,
  busy = false,
  complaint = null,
  onYes,
  onClose,
}: {
  open: boolean;
  title: string;
  words: ReactNode;
  action: string;
  isHarmful?: boolean;
  busy?: boolean;
  /** Why it did not work. */
  complaint?: ReactNode;
  onYes: () => void;
  onClose: () => void;
}) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={title}
      actions={<DialogButtons action={action} isHarmful={isHarmful} isOff={busy} onAction={onYes} onClose={onClose} />}
    >
      <div className={text.muted}>{words}</div>
      <p className={classes(text.complaint, styles.refused)} role="alert">
        {complaint}
      </p>
    </Dialog>
  );
}
