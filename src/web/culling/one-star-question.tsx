import { useQuery } from '@tanstack/react-query';
import type { ImageRecord } from '../../contract/image-record.ts';
import { facetsQuery } from '../api/images.ts';
import { button } from '../ui/button.ts';
import { answerOneStar, isAnswered } from './one-star.ts';
import { t } from './words.ts';
import styles from './one-star-question.module.css';

/** From this share on, the star comes from the import and not from the photographer. */
const SHARE = 0.9;
const FEWEST = 5;

/** Asks once for a film roll where nearly all pictures have exactly one star. See [Note: One star]. */
export function OneStarQuestion({ image }: { image: ImageRecord | undefined }) {
  const film = image?.rating === 1 && !isAnswered(image.film_id) ? image.film_id : null;
  const { data } = useQuery({ ...facetsQuery({ film_id: String(film) }), enabled: film !== null });
  if (!image || film === null || !data || data.total < FEWEST) return null;
  const one = data.ratings.find(({ rating }) => rating === 1)?.count ?? 0;
  if (one / data.total <= SHARE) return null;
  const roll = image.film_roll.split(/[\\/]/).at(-1) ?? image.film_roll;
  return (
    <div className={styles.question} role="group" aria-label={t('oneStar', { roll })}>
      <p>{t('oneStar', { roll })}</p>
      <div className={styles.answers}>
        <button type="button" className={button('primary')} onClick={() => answerOneStar(film, true)}>
          {t('oneStarYes')}
        </button>
        <button type="button" className={button()} onClick={() => answerOneStar(film, false)}>
          {t('oneStarNo')}
        </button>
      </div>
    </div>
  );
}
