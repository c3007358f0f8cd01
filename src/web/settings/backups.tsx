import { useQuery } from '@tanstack/react-query';
import { Archive } from 'lucide-react';
import { backupsQuery } from '../api/admin.ts';
import { CopyButton, Empty, NotYet } from './parts.tsx';
import { clock, dayWords, fileSize, t } from './words.ts';
import { classes } from '../ui/classes.ts';
import card from '../ui/card.module.css';
import text from '../ui/text.module.css';
import parts from './parts.module.css';

export function Backups() {
  const backups = useQuery(backupsQuery);
  if (!backups.data) return <NotYet query={backups} />;
  const { items, total_size } = backups.data;
  if (items.length === 0) {
    return (
      <Empty icon={<Archive size={32} strokeWidth={1.5} />} title={t('backups.empty')} words={t('backups.emptyHow')} />
    );
  }
  return (
    <section className={card.card} aria-label={t('section.backups')}>
      <p className={text.muted}>{t('backups.total', { count: items.length, size: fileSize(total_size) })}</p>
      <ul className={parts.rows}>
        {items.map(({ file, day, size, modified }) => (
          <li key={file}>
            <div>
              <strong>{dayWords(day)}</strong>
              <span className={text.muted}>
                {' '}
                · {clock(modified)} · {fileSize(size)}
              </span>
              <p className={classes(text.mono, text.muted)}>{file}</p>
            </div>
            <CopyButton text={file} label={t('backups.copyPath')} />
          </li>
        ))}
      </ul>
    </section>
  );
}
