import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Archive, History } from 'lucide-react';
import type { Backup } from '../../contract/admin.ts';
import { backupsQuery, restoreBackup } from '../api/admin.ts';
import { button } from '../ui/button.ts';
import { Reason } from '../ui/reason.tsx';
import { say } from '../ui/toasts.tsx';
import { Confirm } from '../ui/confirm.tsx';
import { Empty, NotYet, useAct } from './parts.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { clock, dayWords, fileSize, t } from './words.ts';
import { classes } from '../ui/classes.ts';
import card from '../ui/card.module.css';
import text from '../ui/text.module.css';
import parts from './parts.module.css';
import styles from './backups.module.css';

export function Backups() {
  const backups = useQuery(backupsQuery);
  const [asked, setAsked] = useState<Backup | null>(null);
  const restore = useAct(restoreBackup, {
    changes: ['backups'],
    quiet: true,
    done: ({ kept }) => {
      setAsked(null);
      say({ title: t('backups.restored'), description: kept && t('backups.kept') });
    },
  });
  const ask = (backup: Backup) => {
    restore.reset();
    setAsked(backup);
  };
  if (!backups.data) return <NotYet query={backups} />;
  const { items, total_size } = backups.data;
  const [newest] = items;
  if (!newest) {
    return (
      <Empty icon={<Archive size={32} strokeWidth={1.5} />} title={t('backups.empty')} words={t('backups.emptyHow')} />
    );
  }
  return (
    <section className={card.card} aria-label={t('section.backups')}>
      <p className={text.muted}>
        {t('backups.total', { count: items.length, size: fileSize(total_size) })}{' '}
        <span className={text.mono}>{folderOf(placeOf(newest))}</span>
      </p>
      <ul className={parts.rows}>
        {items.map((backup) => (
          <li key={backup.name} className={styles.backup}>
            <div>
              <strong>{dayWords(backup.day)}</strong>
              <span className={text.muted}>
                {' '}
                · {clock(backup.modified)} · {fileSize(backup.size)}
                {backup.kind === 'before-restore' && ` · ${t('backups.beforeRestore')}`}
                {backup.data_file === null && ` · ${t('backups.alone')}`}
              </span>
              <p className={classes(text.mono, text.muted)}>{nameOf(placeOf(backup))}</p>
            </div>
            <CopyButton text={placeOf(backup)} label={t('backups.copyPath')} />
            <button type="button" className={button()} onClick={() => ask(backup)}>
              <History size={15} aria-hidden />
              {t('backups.restore')}
            </button>
          </li>
        ))}
      </ul>
      {asked && (
        <Confirm
          open
          title={t('backups.restoreTitle', { day: momentOf(asked) })}
          words={t(asked.data_file === null ? 'backups.restoreAlone' : 'backups.restoreWords')}
          complaint={
            restore.error && (
              <span>
                <Reason error={restore.error} />
              </span>
            )
          }
          action={t('backups.restoreGo')}
          busy={restore.isPending}
          onYes={() => restore.mutate(asked)}
          onClose={() => setAsked(null)}
        />
      )}
    </section>
  );
}

/** The folder with both files, or the file that is alone. */
const placeOf = ({ file, data_file }: Backup) => (data_file === null ? file : folderOf(file));

const LAST = /[\\/][^\\/]*$/;
const folderOf = (path: string) => path.replace(LAST, '');
const nameOf = (path: string) => (LAST.exec(path)?.[0] ?? path).replace(/^[\\/]/, '');

/** Of one day there may be several. */
const momentOf = ({ name, day, modified }: Backup) =>
  name === day ? dayWords(day) : `${dayWords(day)}, ${clock(modified)}`;
