import { useState } from 'react';
import { CloseIcon } from '../ui/icons.tsx';

const CLOSED = 'sample-banner-closed';

/** Nobody should take our pictures for their own. Closed for as long as the tab lives. */
export function SampleBanner() {
  const [closed, setClosed] = useState(() => sessionStorage.getItem(CLOSED) !== null);
  if (closed) return null;
  return (
    <aside className="bar" aria-label="About this library">
      <p>
        <strong>This is the sample library.</strong> No darktable library was found on this computer; name yours with{' '}
        <code>--library</code>.
      </p>
      <button
        type="button"
        className="button button-quiet button-icon"
        aria-label="Close this message"
        onClick={() => {
          sessionStorage.setItem(CLOSED, '1');
          setClosed(true);
        }}
      >
        <CloseIcon />
      </button>
    </aside>
  );
}
