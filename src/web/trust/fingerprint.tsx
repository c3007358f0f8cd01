import text from '../ui/text.module.css';
import styles from './trust.module.css';
import { t } from './words.ts';

/** What people compare on two screens: in groups that the eye keeps. */
export function Fingerprint({ name, fingerprint }: { name: string; fingerprint: string }) {
  const pairs = fingerprint.split(':');
  const groups = Array.from({ length: Math.ceil(pairs.length / 4) }, (_, at) =>
    pairs.slice(at * 4, at * 4 + 4).join(' '),
  );
  return (
    <dl className={styles.facts}>
      <dt>{t('name')}</dt>
      <dd>{name}</dd>
      <dt>{t('fingerprint')}</dt>
      <dd className={text.mono}>
        {groups.map((group) => (
          <span key={group} className={styles.group}>
            {group}{' '}
          </span>
        ))}
      </dd>
    </dl>
  );
}
