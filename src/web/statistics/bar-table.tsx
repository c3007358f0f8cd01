import { type ReactNode, useId, useState } from 'react';
import { number } from '../i18n/words.ts';
import { linkTo } from '../location.ts';
import { button } from '../ui/button.ts';
import { classes } from '../ui/classes.ts';
import card from '../ui/card.module.css';
import text from '../ui/text.module.css';
import styles from './statistics.module.css';
import { t } from './words.ts';

export interface Bar {
  label: string;
  /** How long the bar is, in the measure of all bars of the table. */
  size: number;
  /** What is written beside it. Default: `size`. */
  words?: string;
  /** The gallery with these pictures. */
  url: string;
}

interface Props {
  title: string;
  /** The size of a bar as long as can be. Default: the longest. */
  whole?: number;
  /** The heads of the two columns. */
  label: string;
  value?: string;
  how?: string;
  /** Between that and the bars. */
  choice?: ReactNode;
  bars: readonly Bar[];
  /** Names, the most used first: those that are too many are left out from the end, of numbers the shortest bars. */
  isRanked?: boolean;
  /** So many are shown before all of them are asked for. */
  most?: number;
}

/** A plot that is a table: each row has a bar, and is a link to what it counts. */
export function BarTable({
  title,
  label,
  value = t('number'),
  how,
  choice,
  bars,
  isRanked = false,
  most = 12,
  whole,
}: Props) {
  const [isWhole, setWhole] = useState(false);
  const id = useId();
  const longest = whole ?? Math.max(...bars.map(({ size }) => size));
  const shown = isWhole ? bars : isRanked ? bars.slice(0, most) : longestOf(bars, most);
  if (bars.length === 0 && choice === undefined) return null;
  return (
    <section className={classes(card.card, styles.plot)} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {how !== undefined && <p className={styles.how}>{how}</p>}
      {choice}
      <table aria-labelledby={id} className={classes(isRanked && styles.named)}>
        <thead>
          <tr>
            <th scope="col">
              <span className={text.visuallyHidden}>{label}</span>
            </th>
            <th scope="col">
              <span className={text.visuallyHidden}>{value}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {shown.map(({ label, size, words, url }) => (
            <tr key={url}>
              <th scope="row">
                {size > 0 ? (
                  <a {...linkTo(url)} title={label}>
                    {label}
                  </a>
                ) : (
                  label
                )}
              </th>
              <td>
                <div className={styles.value}>
                  <span className={styles.track} aria-hidden>
                    <span
                      className={styles.bar}
                      style={{ inlineSize: size > 0 ? `max(2px, ${(100 * size) / longest}%)` : 0 }}
                    />
                  </span>
                  <span className={styles.number}>{words ?? number(size)}</span>
                </div>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {bars.length > most && (
        <button type="button" className={classes(button('quiet'), styles.more)} onClick={() => setWhole(!isWhole)}>
          {isWhole ? t('showFewer') : t('showAll', { count: bars.length })}
        </button>
      )}
    </section>
  );
}

function longestOf(bars: readonly Bar[], most: number): readonly Bar[] {
  const kept = new Set(bars.toSorted((one, other) => other.size - one.size).slice(0, most));
  return bars.filter((bar) => kept.has(bar));
}
