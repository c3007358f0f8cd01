import { useState } from 'react';
import { X } from 'lucide-react';
import { t } from '../i18n/words.ts';
import { button } from '../ui/button.ts';
import bar from '../ui/bar.module.css';

const CLOSED = 'sample-banner-closed';

/** Nobody should mistake our pictures for their own. Once closed, it stays closed for this tab. */
export function SampleBanner() {
  const [closed, setClosed] = useState(() => sessionStorage.getItem(CLOSED) !== null);
  if (closed) return null;
  return (
    <aside className={bar.bar} aria-label={t('library.aboutThis')}>
      <p>
        <strong>{t('library.sample')}</strong> {t('library.sampleHow')}
      </p>
      <button
        type="button"
        className={button('quiet', 'icon')}
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
