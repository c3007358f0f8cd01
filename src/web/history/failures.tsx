import { knownPictures } from '../organising/known-pictures.ts';
import { colon } from '../i18n/words.ts';
import { t } from './words.ts';
import styles from './failures.module.css';

export interface Failure {
  id: number;
  /** As the service says it, in English. */
  reason: string;
}

/** More would fill the screen. */
const MOST_REASONS = 3;

/** How many pictures were left as they are, and why: each reason once, with the pictures it is about. */
export function Failures({ count, failures }: { count: number; failures: readonly Failure[] }) {
  const byReason = new Map<string, number[]>();
  for (const { id, reason } of failures) byReason.set(reason, [...(byReason.get(reason) ?? []), id]);
  const reasons = [...byReason].slice(0, MOST_REASONS);
  return (
    <>
      {t('left', { count })}
      <ul className={styles.failures}>
        {reasons.map(([reason, ids]) => (
          <li key={reason}>
            {namesOf(ids) + colon()}
            <span lang="en">{reason}</span>
          </li>
        ))}
      </ul>
    </>
  );
}

function namesOf(ids: readonly number[]): string {
  const name = knownPictures(ids.slice(0, 1))[0]?.filename ?? String(ids[0]);
  return ids.length === 1 ? name : t('andOthers', { name, count: ids.length - 1 });
}
