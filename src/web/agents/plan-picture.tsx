import { useQuery } from '@tanstack/react-query';
import { ArrowRight } from 'lucide-react';
import type { AgentPlan } from '../../contract/agents.ts';
import { imageQuery } from '../api/images.ts';
import { darktableWordsQuery, ENGLISH } from '../i18n/darktable-words.ts';
import { classes } from '../ui/classes.ts';
import { Preview } from '../ui/preview.tsx';
import text from '../ui/text.module.css';
import { fieldWords, valueWords } from './field-words.ts';
import styles from './plan.module.css';
import { t } from './words.ts';

interface Props {
  item: AgentPlan['items'][number];
  isIn: boolean;
  /** Left out: nothing can be chosen any more. */
  onChange?: (isIn: boolean) => void;
}

/** A picture, and what would become of it. The whole card takes it out or in. */
export function PlanPicture({ item: { image_id: id, changes }, isIn, onChange }: Props) {
  const { data: image } = useQuery(imageQuery(id));
  const { modules } = useQuery(darktableWordsQuery()).data ?? ENGLISH;
  const name = image?.filename ?? t('picture', { id });
  return (
    <li>
      <label className={classes(styles.picture, !isIn && styles.out)}>
        <span className={styles.frame}>{image && <Preview image={image} size="small" alt="" />}</span>
        <span className={styles.facts}>
          <span className={styles.name}>
            {onChange && (
              <input
                type="checkbox"
                name={`picture-${id}`}
                aria-label={t('take', { picture: name })}
                checked={isIn}
                onChange={({ target }) => onChange(target.checked)}
              />
            )}
            <b>{name}</b>
          </span>
          {changes.map(({ field, before, after }) => (
            <span key={field} className={styles.change}>
              <span className={text.muted}>{fieldWords(field, modules)}</span>{' '}
              <span className={text.visuallyHidden}>{t('before')} </span>
              <s>{valueWords(before)}</s> <ArrowRight size={14} aria-hidden />
              <span className={text.visuallyHidden}> {t('after')} </span> <b>{valueWords(after)}</b>
            </span>
          ))}
        </span>
      </label>
    </li>
  );
}
