import { useQuery } from '@tanstack/react-query';
import { Archive } from 'lucide-react';
import { backupsQuery } from '../api/admin.ts';
import { CopyButton, Empty, NotYet } from './parts.tsx';
import { clock, dayWords, fileSize, t } from './words.ts';

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
    <section className="card" aria-label={t('section.backups')}>
      <p className="muted">{t('backups.total', { count: items.length, size: fileSize(total_size) })}</p>
      <ul className="rows">
        {items.map(({ file, day, size, modified }) => (
          <li key={file}>
            <div>
              <strong>{dayWords(day)}</strong>
              <span className="muted">
                {' '}
                · {clock(modified)} · {fileSize(size)}
              </span>
              <p className="mono file">{file}</p>
            </div>
            <CopyButton text={file} label={t('backups.copyPath')} />
          </li>
        ))}
      </ul>
    </section>
  );
}
