import { Database } from 'lucide-react';
import type { LibraryStatus } from '../../contract/service.ts';
import { AnotherLibrary } from '../first-run/welcome.tsx';
import { number, t } from '../i18n/words.ts';
import { Notice } from '../ui/notice.tsx';
import controls from '../ui/controls.module.css';
import notice from '../ui/notice.module.css';

/** Why there is nothing to see yet: the library cannot be read, or its index is being built. Goes away by itself. */
export function LibraryNotice({ library }: { library: LibraryStatus }) {
  const mark = <Database size={40} strokeWidth={1.5} aria-hidden />;
  if (library.state === 'indexing') {
    const { progress } = library;
    return (
      <Notice mark={mark} title={t('library.reading')}>
        <progress
          className={controls.progress}
          aria-label={t('library.read')}
          {...(progress && { value: progress.done, max: Math.max(1, progress.total) })}
        />
        <p role="status">
          {progress && progress.total > 0
            ? t('library.progress', { count: progress.total, done: number(progress.done) })
            : library.message}
        </p>
      </Notice>
    );
  }
  return (
    <Notice mark={mark} title={t('library.unavailable')}>
      <p role="status">{library.message}</p>
      {library.library !== null && !library.message.includes(library.library) && (
        <p className={notice.file}>{library.library}</p>
      )}
      <p>{t('library.looksAgain')}</p>
      <AnotherLibrary />
    </Notice>
  );
}
