import { Component, type ReactNode } from 'react';
import { TriangleAlert } from 'lucide-react';
import { t } from '../i18n/words.ts';
import { Notice } from './notice.tsx';

/** A fault of ours while drawing leaves an empty page, unless somebody says something in its place. */
export class PageFailure extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    return (
      <main className="app">
        <Notice mark={<TriangleAlert size={40} strokeWidth={1.5} aria-hidden />} title={t('page.failed')}>
          <p>{t('page.failedHow')}</p>
          <button type="button" className="button button-primary" onClick={() => location.reload()}>
            {t('connection.reload')}
          </button>
        </Notice>
      </main>
    );
  }
}
