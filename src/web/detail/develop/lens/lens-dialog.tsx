import { useId, useMemo, useState } from 'react';
import type { LensfunCamera, LensfunLens } from '../../../../contract/lens-database.ts';
import { t } from '../../../i18n/words.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { FindField } from '../../../ui/find-field.tsx';
import { Waiting } from '../../../ui/notice.tsx';
import { found } from './found-entries.ts';
import styles from './lens-dialog.module.css';

type Entry = LensfunCamera | LensfunLens;

interface Props {
  title: string;
  /** null: they are on their way. */
  entries: readonly Entry[] | null;
  /** The model that is stored. */
  now: string;
  onChoose: (entry: Entry) => void;
  onClose: () => void;
}

const inSight = (chosen: HTMLElement | null) => chosen?.scrollIntoView({ block: 'center' });

/** Cameras or lenses by maker, with a search. Enter takes the first one. */
export function LensDialog({ title, entries, now, onChoose, onClose }: Props) {
  const [wanted, setWanted] = useState('');
  const id = useId();
  const makers = useMemo(() => found(entries ?? [], wanted), [entries, wanted]);
  const [first] = makers[0]?.entries ?? [];
  const isHere = entries !== null;
  return (
    <Dialog open onClose={onClose} title={title} startsInField>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          if (first && wanted.trim() !== '') onChoose(first);
        }}
      >
        <FindField label={t('develop.findLens')} value={wanted} onChange={setWanted} />
        <div className={styles.list}>
          {!isHere && <Waiting />}
          {isHere && makers.length === 0 && <p role="status">{t('develop.noSuchLens')}</p>}
          {makers.map(({ maker, entries: own }, at) => (
            <section key={maker} aria-labelledby={`${id}-${at}`}>
              <h3 id={`${id}-${at}`}>{maker}</h3>
              <ul>
                {own.map((entry) => (
                  <li key={`${entry.maker} ${entry.model}`}>
                    <button
                      type="button"
                      {...(entry.model === now && { 'aria-current': true, ref: inSight })}
                      onClick={() => onChoose(entry)}
                    >
                      {entry.name}
                    </button>
                  </li>
                ))}
              </ul>
            </section>
          ))}
        </div>
      </form>
    </Dialog>
  );
}
