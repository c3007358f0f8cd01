import { codeWords, locale, t } from '../../i18n/words.ts';
import { button } from '../../ui/button.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { changeWords } from '../change-words.ts';
import { marksWords } from '../marks-words.ts';
import { discard, tryAgain } from '../organise.ts';
import type { WaitingChange } from './waiting-change.ts';
import styles from './unsaved-dialog.module.css';

interface Props {
  problems: readonly WaitingChange[];
  onClose: () => void;
}

/** Decisions that the service refused, or that met another change: each can be tried again or discarded. */
export function UnsavedDialog({ problems, onClose }: Props) {
  const all = (act: (key: string) => Promise<void>) => {
    for (const { key } of problems) void act(key);
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('waiting.title')}
      wide
      {...(problems.length > 1 && {
        actions: (
          <>
            <button type="button" className={button()} onClick={() => all(discard)}>
              {t('waiting.discardAll')}
            </button>
            <button type="button" className={button()} onClick={() => all(tryAgain)}>
              {t('waiting.againAll')}
            </button>
          </>
        ),
      })}
    >
      {problems.length === 0 ? (
        <p>{t('waiting.none')}</p>
      ) : (
        <ul className={styles.list} tabIndex={0} aria-label={t('waiting.title')}>
          {problems.map((problem) => (
            <Problem key={problem.key} problem={problem} />
          ))}
        </ul>
      )}
    </Dialog>
  );
}

function Problem({ problem: { key, time, ids, name, what, state, meanwhile, reason } }: { problem: WaitingChange }) {
  const pictures = ids.length === 1 && name !== null ? name : t('gallery.pictures', { count: ids.length });
  const words = changeWords(what.is === 'undo' ? what.of : what.change);
  const [only, ...others] = meanwhile ?? [];
  const moment = new Date(time).toLocaleTimeString(locale(), { timeStyle: 'short' });
  return (
    <li className={styles.problem}>
      <div className={styles.words}>
        <p>
          <strong>{pictures}</strong>: {words}
          <span className={styles.moment}> · {moment}</span>
        </p>
        <p className={styles.why}>
          {state === 'conflict'
            ? t('waiting.meanwhile', {
                now: only && others.length === 0 ? marksWords(only[1]) : t('waiting.others'),
              })
            : (codeWords(reason?.code ?? '') ?? reason?.detail)}
        </p>
      </div>
      <div className={styles.actions}>
        <button type="button" className={button()} onClick={() => void tryAgain(key)}>
          {t('common.tryAgain')}
        </button>
        <button type="button" className={button('quiet')} onClick={() => void discard(key)}>
          {t('waiting.discard')}
        </button>
      </div>
    </li>
  );
}
