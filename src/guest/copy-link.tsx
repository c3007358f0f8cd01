import { useState } from 'react';
import { address } from './link/link.ts';
import page from './ui/page.module.css';
import { t } from './words.ts';

/** Where a page may not write to the clipboard, such as without HTTPS, the link can still be marked by hand. */
export function CopyLink() {
  const [isCopied, setCopied] = useState(false);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(address());
      setCopied(true);
    } catch {
      document.getElementById('link')?.focus();
    }
  };
  return (
    <div className={page.copy}>
      <input
        id="link"
        name="link"
        readOnly
        aria-label={t.app.byHand}
        value={address()}
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
      <button type="button" className={page.button} onClick={() => void copy()}>
        {t.app.copy}
      </button>
      <p role="status" className={page.help}>
        {isCopied && t.app.copied}
      </p>
    </div>
  );
}
