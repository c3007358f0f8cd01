import { t } from '../i18n/words.ts';
import { button } from './button.ts';

interface Props {
  /** What the second button does, in a word or two. */
  action: string;
  onAction: () => void;
  onClose: () => void;
  /** The word for closing without it; default: cancel. */
  close?: string;
  isHarmful?: boolean | undefined;
  isOff?: boolean | undefined;
  /** Why it is off, where people can be told. */
  whyNot?: string | null;
}

/** The two buttons at the lower edge of a dialog: to close it, and to do what it is about. */
export function DialogButtons({
  action,
  onAction,
  onClose,
  close = t('common.cancel'),
  isHarmful = false,
  isOff = false,
  whyNot = null,
}: Props) {
  return (
    <>
      <button type="button" className={button()} onClick={onClose}>
        {close}
      </button>
      <button
        type="button"
        className={button(isHarmful ? 'danger' : 'primary')}
        disabled={isOff || whyNot !== null}
        title={whyNot ?? undefined}
        onClick={onAction}
      >
        {action}
      </button>
    </>
  );
}
