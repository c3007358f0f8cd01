import { Component, type ReactNode } from 'react';
import { TriangleAlert } from 'lucide-react';
import { t } from '../i18n/words.ts';
import { Notice } from './notice.tsx';
import { button } from './button.ts';
import layout from './layout.module.css';

/** Replaces the empty page that an error during drawing would leave. */
export class PageFailure extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    return (
      <main className={layout.page}>
        <Notice mark={<TriangleAlert size={40} strokeWidth={1.5} aria-hidden />} title={t('page.failed')}>
          <p>{t('page.failedHow')}</p>
          <button type="button" className={button('primary')} onClick={() => location.reload()}>
            {t('connection.reload')}
          </button>
        </Notice>
      </main>
    );
  }
}
