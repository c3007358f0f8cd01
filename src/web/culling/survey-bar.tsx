import { CornerDownLeft } from 'lucide-react';
import type { ImageRecord } from '../../contract/image-record.ts';
import { button } from '../ui/button.ts';
import { classes } from '../ui/classes.ts';
import { SURVEY } from './culling-actions.ts';
import { timeOf } from './facts-line.tsx';
import { t } from './words.ts';
import bar from './decision-bar.module.css';
import styles from './survey-bar.module.css';

interface Props {
  images: readonly ImageRecord[];
  title: string;
  kept: ReadonlySet<number>;
  whyNot: string | null;
  onKeepOnly: () => void;
  onApply: () => void;
}

/** Says what will be done with a burst, and does it. */
export function SurveyBar({ images, title, kept, whyNot, onKeepOnly, onApply }: Props) {
  const times = images.flatMap(({ datetime_taken }) => datetime_taken ?? []).toSorted();
  const [first, last] = [times[0], times.at(-1)];
  const keeps = images.filter(({ id }) => kept.has(id)).length;
  const off = whyNot !== null || undefined;
  return (
    <section className={classes(bar.bar, styles.bar)} aria-label={t('decide')}>
      <p className={classes(bar.facts, styles.facts)}>
        <strong>{title}</strong>
        {first !== undefined && last !== undefined && (
          <span>
            {timeOf(first)} – {timeOf(last)}
          </span>
        )}
      </p>
      <div className={classes(styles.actions, whyNot !== null && bar.locked)}>
        <button type="button" className={button()} aria-disabled={off} title={whyNot ?? undefined} onClick={onKeepOnly}>
          {t('keepOnly')}
          <kbd className={bar.key} aria-hidden>
            {SURVEY.keepOnly.keys[0]}
          </kbd>
        </button>
        <button
          type="button"
          className={button('primary')}
          aria-disabled={off ?? (keeps === 0 || undefined)}
          title={whyNot ?? undefined}
          onClick={onApply}
        >
          {t('keepSome', { count: keeps, rejects: images.length - keeps })}
          <kbd className={bar.key} aria-hidden>
            <CornerDownLeft size={12} />
          </kbd>
        </button>
      </div>
    </section>
  );
}
