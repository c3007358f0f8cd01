import { useState } from 'react';
import { Hourglass } from 'lucide-react';
import type { WaitingRejects } from '../../../contract/waiting-rejects.ts';
import { dropPostponed, type PostponedChange } from '../../api/postponed.ts';
import { useWhyNot } from '../../api/rights.ts';
import { locale, number, t as tPage } from '../../i18n/words.ts';
import { tellFailure } from '../../organising/telling.ts';
import { ownerNow } from '../../organising/waiting/whose.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { button } from '../../ui/button.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Failures } from '../failures.tsx';
import { t } from '../words.ts';
import { putWords } from './put-words.ts';
import { makeNow } from './tell-ended.ts';
import { useWhatWaits } from './what-waits.ts';
import list from '../../organising/waiting/unsaved-dialog.module.css';
import styles from './postponed.module.css';

export interface Props {
  items: readonly PostponedChange[];
  rejects: WaitingRejects | null;
  onClose: () => void;
}

/** What waits for darktable: each edit can be done now or dropped. What has ended tells how, until it was read. */
export function PostponedDialog({ items, rejects, onClose }: Props) {
  const isWaiting = items.some(({ state }) => state !== 'ended');
  return (
    <Dialog
      open
      onClose={onClose}
      title={t(items.length === 0 && rejects !== null ? 'rejectsTitle' : 'postponedTitle')}
      wide
    >
      {rejects !== null && (
        <div className={styles.rejects}>
          <Hourglass size={16} aria-hidden />
          <div>
            <p className={styles.what}>{tPage('waiting.rejects', { count: rejects.images })}</p>
            <p className={styles.how}>
              {`${t(`rejectsUntil.${rejects.for}`)} ${t('rejectsHow', { count: rejects.images })}`}
            </p>
          </div>
        </div>
      )}
      {(isWaiting || (items.length === 0 && rejects === null)) && (
        <p className={styles.how}>{t(items.length === 0 ? 'postponedNone' : 'postponedHow')}</p>
      )}
      {items.length > 0 && (
        <ul className={list.list} tabIndex={0} aria-label={t('postponedTitle')}>
          {items.map((item) => (
            <Postponed key={item.id} item={item} />
          ))}
        </ul>
      )}
    </Dialog>
  );
}

function Postponed({ item }: { item: PostponedChange }) {
  const { id, state, time, client, images, done, problem, result } = item;
  const whyNot = useWhyNot('cache:refresh');
  const [isBusy, setBusy] = useState(false);
  const change = useWhatWaits(item);
  const moment = new Date(time).toLocaleString(locale(), { dateStyle: 'short', timeStyle: 'short' });
  const act = async (does: () => Promise<void>, failed: string) => {
    setBusy(true);
    try {
      await does();
    } catch (error) {
      tellFailure(failed, error);
    } finally {
      setBusy(false);
    }
  };
  const drop = () => act(() => dropPostponed(id), t('notDropped'));
  const now = () => act(() => makeNow(item, change), t('notNow'));
  const isRunning = state === 'running' || isBusy;
  return (
    <li className={list.problem}>
      <div className={list.words}>
        <p>
          <strong>{putWords(change)}</strong>
          {`: ${tPage('gallery.pictures', { count: images })}`}
          <span className={list.moment}>
            {` · ${moment}`}
            {client !== ownerNow()?.client && ` · ${t('postponedByOther', { client })}`}
          </span>
        </p>
        {isRunning && <p className={list.why}>{t('postponedRunning')}</p>}
        {!isRunning && state !== 'ended' && done > 0 && (
          <p className={list.why}>{t('postponedPartly', { done: number(done), number: number(images) })}</p>
        )}
        {problem !== null && (
          <p className={list.why}>
            {t('postponedProblem')} <span lang="en">{problem}</span>
          </p>
        )}
        {result && <p className={list.why}>{t('postponedDone', { count: result.changed })}</p>}
        {result && result.failed > 0 && (
          <div className={list.why}>
            <Failures count={result.failed} failures={result.failures} />
          </div>
        )}
      </div>
      <div className={list.actions}>
        {state === 'ended' ? (
          <ActionButton className={button()} whyNot={whyNot} onClick={() => void drop()}>
            {t('seen')}
          </ActionButton>
        ) : (
          !isRunning && (
            <>
              <ActionButton className={button()} whyNot={whyNot} onClick={() => void now()}>
                {t('putNow')}
              </ActionButton>
              <ActionButton className={button('quiet')} whyNot={whyNot} onClick={() => void drop()}>
                {t('drop')}
              </ActionButton>
            </>
          )
        )}
      </div>
    </li>
  );
}
