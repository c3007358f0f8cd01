import { number } from '../i18n/words.ts';
import { button } from '../ui/button.ts';
import { Waiting } from '../ui/notice.tsx';
import { Reason } from '../ui/reason.tsx';
import type { Shown } from './culling-address.ts';
import { t } from './words.ts';
import styles from './culling.module.css';

const WORDS = { picks: 'noPicks', rejects: 'noRejects', all: 'noPictures' } as const;

interface NoPictureProps {
  list: { shown: Shown; ids: Int32Array } | null;
  counts: Record<Shown, number> | null;
  error: unknown;
  onChoose: (shown: Shown) => void;
}

/** In place of a picture. */
export function NoPicture({ list, counts, error, onChoose }: NoPictureProps) {
  if (list?.ids.length === 0) return <NothingHere shown={list.shown} counts={counts} onChoose={onChoose} />;
  if (error === null || list) return <Waiting />;
  return (
    <p className={styles.note}>
      <Reason error={error} />
    </p>
  );
}

/** In place of a picture that was deleted while its list was open. */
export function Gone({ onNext }: { onNext: () => void }) {
  return (
    <div className={styles.note} role="status">
      <p>{t('gone')}</p>
      <button type="button" className={button()} onClick={onNext}>
        {t('next')}
      </button>
    </div>
  );
}

/** In place of a burst. */
export function Alone({ onSingle }: { onSingle: () => void }) {
  return (
    <div className={styles.note}>
      <p>{t('alone')}</p>
      <button type="button" className={button()} onClick={onSingle}>
        {t('single')}
      </button>
    </div>
  );
}

interface Props {
  shown: Shown;
  counts: Record<Shown, number> | null;
  onChoose: (shown: Shown) => void;
}

/** There is none to go through. */
function NothingHere({ shown, counts, onChoose }: Props) {
  const isDone = shown === 'undecided' && counts !== null && counts.all > 0;
  const words = isDone
    ? t('allDecided', { picks: number(counts.picks), rejects: number(counts.rejects) })
    : t(shown === 'undecided' ? 'noPictures' : WORDS[shown]);
  const next = isDone && counts.picks > 0 ? 'picks' : 'all';
  return (
    <div className={styles.note}>
      <p>{words}</p>
      {shown !== next && (
        <button type="button" className={button()} onClick={() => onChoose(next)}>
          {t(next === 'picks' ? 'showPicks' : 'showAll')}
        </button>
      )}
    </div>
  );
}
