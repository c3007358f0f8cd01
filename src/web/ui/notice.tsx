import type { ReactNode } from 'react';
import { t } from '../i18n/words.ts';

/** The whole page has one thing to say: what is the matter, and what can be done. */
export function Notice({ mark, title, children }: { mark?: ReactNode; title: string; children?: ReactNode }) {
  return (
    <div className="notice">
      {mark !== undefined && <div className="notice-mark">{mark}</div>}
      <h1>{title}</h1>
      {children}
    </div>
  );
}

export function Waiting() {
  return (
    <div className="waiting" role="status">
      {t('common.loading')}
    </div>
  );
}
