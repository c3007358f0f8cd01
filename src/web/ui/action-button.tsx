import { type ComponentProps, useId } from 'react';
import { say } from './toasts.tsx';

interface Props extends Omit<ComponentProps<'button'>, 'type'> {
  /** Why it cannot be done now; null when it can. See api/rights.ts. */
  whyNot: string | null;
}

/**
 * A button that may be unavailable. It is then grayed out but can still be focused: the reason is its description and
 * its tooltip, and a press, which touch users need, shows the reason and does nothing else.
 */
export function ActionButton({ whyNot, ...button }: Props) {
  const reasonId = useId();
  if (whyNot === null) return <button type="button" {...button} />;
  const { className, children, 'aria-label': label } = button;
  return (
    <>
      <button
        type="button"
        className={className}
        aria-label={label}
        title={whyNot}
        aria-disabled
        aria-describedby={reasonId}
        onClick={() => say({ title: whyNot })}
      >
        {children}
      </button>
      <span id={reasonId} hidden>
        {whyNot}
      </span>
    </>
  );
}
