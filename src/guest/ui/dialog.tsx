import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';

interface Props {
  label: string;
  className: string | undefined;
  onClose: () => void;
  onKeyDown?: (event: KeyboardEvent<HTMLDialogElement>) => void;
  children: ReactNode;
}

/** Above the page, which cannot be reached meanwhile. The browser gives the focus back to where it came from. */
export function Dialog({ label, className, onClose, onKeyDown, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const { current } = dialog;
    current?.showModal();
    // Not its first field: on a phone, the keyboard would cover what is to be read.
    current?.focus();
    return () => current?.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      tabIndex={-1}
      aria-label={label}
      className={className}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onKeyDown={onKeyDown}
    >
      {children}
    </dialog>
  );
}
