import { useMutation } from '@tanstack/react-query';
import { Pencil, Send, Square } from 'lucide-react';
import type { Publication } from '../../contract/publications.ts';
import { stopPublication } from '../api/publications.ts';
import { useWhyNot } from '../api/rights.ts';
import { dateTime, number } from '../i18n/words.ts';
import { button } from '../ui/button.ts';
import card from '../ui/card.module.css';
import controls from '../ui/controls.module.css';
import text from '../ui/text.module.css';
import styles from './publishing.module.css';
import { t } from './words.ts';

interface Props {
  publication: Publication;
  onPlan: () => void;
  onFeedback: () => void;
  /** Left out: it may not be changed. */
  onEdit?: () => void;
  onExisting?: () => void;
}

export function PublicationCard({ publication, onPlan, onFeedback, onEdit, onExisting }: Props) {
  const { name, progress } = publication;
  const whyNot = useWhyNot('cache:refresh');
  const stop = useMutation({ mutationFn: () => stopPublication(publication.id), networkMode: 'always' });
  const isRunning = progress.state === 'running';
  // One that waits goes on by itself unless it is stopped.
  const isUnderWay = progress.state !== 'idle';
  const change = t('change', { name });
  return (
    <li className={card.card}>
      <div className={card.head}>
        <div>
          <h2>{name}</h2>
          <p className={text.muted}>{factsOf(publication)}</p>
        </div>
        <div className={styles.buttons}>
          {isUnderWay && (
            <button type="button" className={button()} onClick={() => stop.mutate()}>
              <Square size={15} aria-hidden />
              {t('stop')}
            </button>
          )}
          {!isRunning && (
            <button
              type="button"
              className={button('primary')}
              disabled={whyNot !== null}
              title={whyNot ?? undefined}
              onClick={onPlan}
            >
              <Send size={16} aria-hidden />
              {t('publish')}
            </button>
          )}
          {onEdit && (
            <button
              type="button"
              className={button('quiet', 'icon')}
              aria-label={change}
              title={change}
              onClick={onEdit}
            >
              <Pencil size={16} aria-hidden />
            </button>
          )}
        </div>
      </div>
      {!isRunning && whyNot === null && (
        <div className={card.actions}>
          {onExisting && (
            <button type="button" className={button()} onClick={onExisting}>
              {t('existing.open')}
            </button>
          )}
          {progress.items > 0 && (
            <button type="button" className={button()} onClick={onFeedback}>
              {t('feedback.open')}
            </button>
          )}
        </div>
      )}
      <div role="status">
        {isRunning && (
          <>
            <progress
              className={controls.progress}
              value={progress.done}
              max={Math.max(1, progress.of)}
              aria-label={name}
            />
            <p className={text.muted}>{t('running', { done: number(progress.done), total: number(progress.of) })}</p>
          </>
        )}
        {progress.problem !== null && <p className={text.complaint}>{waitingWords(progress, progress.problem)}</p>}
      </div>
    </li>
  );
}

function factsOf({ progress: { items, failed, runs } }: Publication): string {
  const [last] = runs;
  return [
    t('there', { count: items }),
    ...(failed > 0 ? [t('failures', { count: failed })] : []),
    ...(last?.ended ? [t('lastRun', { time: dateTime(last.ended) })] : []),
  ].join(' · ');
}

const waitingWords = ({ next_try }: Publication['progress'], reason: string) =>
  next_try === null ? t('waits', { reason }) : t('waitsUntil', { reason, time: dateTime(next_try) });
