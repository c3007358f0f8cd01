import { useState } from 'react';
import { Heart, Star } from 'lucide-react';
import type { Mark, ProofMarks } from '../../contract/proofs.ts';
import { number } from '../i18n/words.ts';
import { button } from '../ui/button.ts';
import text from '../ui/text.module.css';
import styles from './marks-table.module.css';
import { ProofPicture } from './proof-picture.tsx';
import type { ProofRow } from './proof-rows.ts';
import { t } from './words.ts';

/** So many are drawn at first, and more when they are asked for. */
const SHOWN = 100;

/** Pictures by guests. */
export function MarksTable({ rows, guests }: { rows: readonly ProofRow[]; guests: ProofMarks['guests'] }) {
  const [most, setMost] = useState(SHOWN);
  const nameOf = new Map(guests.map(({ id, name }) => [id, guestName(name)]));
  return (
    <>
      <div className={styles.scroller} role="group" aria-label={t('marks')} tabIndex={0}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{t('picture')}</th>
              {guests.map(({ id, name }) => (
                <th key={id} scope="col">
                  {guestName(name)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, most).map((row) => (
              <tr key={row.key}>
                <th scope="row">
                  <div className={styles.picture}>
                    <ProofPicture image={row.image} name={row.name} comments={row.comments} />
                    <div>
                      <span className={styles.file}>{row.name}</span>
                      <Comments row={row} nameOf={nameOf} />
                    </div>
                  </div>
                </th>
                {guests.map(({ id }) => (
                  <td key={id}>
                    <Marked mark={row.marks.get(id)} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {rows.length > most && (
        <p className={styles.further}>
          {t('shown', { shown: number(most), total: number(rows.length) })}{' '}
          <button type="button" className={button()} onClick={() => setMost(most + SHOWN)}>
            {t('showMore')}
          </button>
        </p>
      )}
    </>
  );
}

/** Guests who share their marks have no name. */
export const guestName = (name: string): string => (name === '' ? t('everybody') : name);

function Comments({ row: { comments }, nameOf }: { row: ProofRow; nameOf: ReadonlyMap<number, string> }) {
  if (comments.length === 0) return null;
  return (
    <ul className={styles.comments}>
      {comments.map(({ id, guest, text: words, point, is_earlier: isEarlier }, at) => (
        <li key={id}>
          {point && (
            <span className={styles.number} title={t('point', { number: number(at + 1) })}>
              {number(at + 1)}
            </span>
          )}
          <span>
            <b>{nameOf.get(guest)}</b> {words}
            {isEarlier && <span className={text.muted}> ({t('earlier')})</span>}
          </span>
        </li>
      ))}
    </ul>
  );
}

function Marked({ mark }: { mark: Mark | undefined }) {
  if (!mark) return null;
  const { favorite, stars, verdict } = mark;
  return (
    <div className={styles.marks}>
      {favorite && (
        <span role="img" aria-label={t('favorite')} title={t('favorite')}>
          <Heart size={17} fill="currentColor" aria-hidden />
        </span>
      )}
      {stars > 0 && (
        <span className={styles.stars} role="img" aria-label={t('stars', { count: stars })}>
          {number(stars)}
          <Star size={15} fill="currentColor" aria-hidden />
        </span>
      )}
      {verdict !== null && (
        <span className={styles.verdict} data-verdict={verdict}>
          {t(`verdicts.${verdict}`)}
        </span>
      )}
    </div>
  );
}
