import { useQuery } from '@tanstack/react-query';
import { publishedQuery } from '../api/published.ts';
import { useWhyNot } from '../api/rights.ts';
import { Fact } from '../detail/fact.tsx';
import { linkTo } from '../location.ts';
import { dateTime } from '../i18n/words.ts';
import styles from './published-fact.module.css';
import { isCurrent, sinceWords } from './published-words.ts';
import { t } from './words.ts';

/** Among the facts of a picture: where it is published, as of when, and what has happened since. */
export function PublishedFact({ id }: { id: number }) {
  const may = useWhyNot('previews:read') === null;
  const { data: items = [] } = useQuery({ ...publishedQuery([id]), enabled: may });
  return (
    <Fact name={t('published')}>
      {items.length > 0 && (
        <ul className={styles.places}>
          {items.map((item) => (
            <li key={item.publication_id}>
              <a {...linkTo('/publishing')}>{item.publication}</a>
              {item.sent_at !== null && <span> · {dateTime(item.sent_at)}</span>}
              {!isCurrent(item) && <p className={styles.since}>{sinceWords(item)}</p>}
            </li>
          ))}
        </ul>
      )}
    </Fact>
  );
}
