import { useMutation } from '@tanstack/react-query';
import type { Proof, ProofMarks } from '../../contract/proofs.ts';
import { reopenGuest } from '../api/proofs.ts';
import { dateTime, locale, number } from '../i18n/words.ts';
import { button } from '../ui/button.ts';
import card from '../ui/card.module.css';
import { Reason } from '../ui/reason.tsx';
import text from '../ui/text.module.css';
import { guestName } from './marks-table.tsx';
import styles from './proofs.module.css';
import { t } from './words.ts';

interface Props {
  proof: Proof;
  guests: ProofMarks['guests'];
  mayChange: boolean;
}

/** Who was here, what they wrote at the end, and who has finished. */
export function ProofGuests({ proof, guests, mayChange }: Props) {
  const reopening = useMutation({ mutationFn: (guest: number) => reopenGuest(proof.id, guest), networkMode: 'always' });
  return (
    <section className={card.card} aria-labelledby="guests-title">
      <h2 id="guests-title">{t('guests')}</h2>
      {guests.length === 0 && <p className={text.muted}>{t('noGuests')}</p>}
      <ul className={styles.rows}>
        {guests.map(({ id, name, done_at: doneAt, final_text: finalText }) => (
          <li key={id}>
            <div>
              <b>{guestName(name)}</b>
              <p className={text.muted}>{doneAt === null ? t('notDone') : t('done', { time: dateTime(doneAt) })}</p>
              {finalText !== '' && <blockquote className={styles.final}>{finalText}</blockquote>}
            </div>
            {doneAt !== null && mayChange && (
              <button
                type="button"
                className={button()}
                aria-label={t('reopenOf', { name: guestName(name) })}
                disabled={reopening.isPending}
                onClick={() => reopening.mutate(id)}
              >
                {t('reopen')}
              </button>
            )}
          </li>
        ))}
      </ul>
      <p className={text.complaint} role="alert">
        {reopening.error && <Reason error={reopening.error} />}
      </p>
    </section>
  );
}

export function ProofVisits({ visits }: { visits: Proof['visits'] }) {
  const most = Math.max(1, ...visits.map((day) => day.visits));
  return (
    <section className={card.card} aria-labelledby="visits-title">
      <h2 id="visits-title">{t('visits')}</h2>
      {visits.length === 0 && <p className={text.muted}>{t('noVisits')}</p>}
      <ul className={styles.visits}>
        {visits
          .toSorted((one, other) => (one.day < other.day ? 1 : -1))
          .map(({ day, visits: count }) => (
            <li key={day}>
              <span>{dayWords(day)}</span>
              <span className={styles.bar} style={{ inlineSize: `${(100 * count) / most}%` }} aria-hidden />
              <span>{number(count)}</span>
            </li>
          ))}
      </ul>
    </section>
  );
}

/** A day such as 2026-03-09. */
const dayWords = (day: string) =>
  new Date(`${day}T12:00:00`).toLocaleDateString(locale(), { day: 'numeric', month: 'short' });
