import { useState } from 'react';
import { X } from 'lucide-react';
import { t } from '../i18n/words.ts';

const CLOSED = 'sample-banner-closed';

/** Nobody should take our pictures for their own. Closed for as long as the tab lives. */
export function SampleBanner() {
  const [closed, setClosed] = useState(() => sessionStorage.getItem(CLOSED) !== null);
  if (closed) return null;
  return (
    <aside className="bar" aria-label={t('library.aboutThis')}>
      <p>
        <strong>{t('library.sample')}</strong> {t('library.sampleHow')}
      </p>
      <button
        type="button"
        className="button button-quiet button-icon"
        aria-label={t('library.closeMessage')}
        onClick={() => {
          sessionStorage.setItem(CLOSED, '1');
          setClosed(true);
        }}
      >
        <X size={18} aria-hidden />
      </button>
    </aside>
  );
}
