import { type KeyboardEvent, useRef } from 'react';
import { X } from 'lucide-react';
import { COLOR_LABELS, type ColorLabel } from '../../contract/color-labels.ts';
import { t } from '../i18n/words.ts';
import { MARKS } from '../keyboard/actions.ts';
import { withKey } from '../keyboard/key-words.ts';
import { classes } from '../ui/classes.ts';
import { StarIcon } from '../ui/icons.tsx';
import { ColorDot } from '../ui/marks.tsx';
import type { MarkWish } from './decision.ts';
import styles from './mark-buttons.module.css';

interface Props {
  /** The marks of a single picture; missing for several. */
  rating?: number | undefined;
  labels?: readonly ColorLabel[] | undefined;
  /** Small, over a picture. */
  small?: boolean;
  withReject?: boolean;
  onWish: (wish: MarkWish) => void;
}

/** Stars, reject and labels to click. Each group is one stop of the Tab key, with arrows inside. */
export function MarkButtons({ rating, labels, small = false, withReject = false, onWish }: Props) {
  return (
    <div className={classes(styles.marks, small && styles.small)}>
      <Group label={t('marks.rating')} className={styles.group}>
        {[1, 2, 3, 4, 5].map((stars) => (
          <button
            key={stars}
            type="button"
            className={classes(styles.mark, rating !== undefined && stars <= rating && styles.on)}
            aria-label={t('marks.stars', { count: stars })}
            title={withKey(t('marks.stars', { count: stars }), MARKS.stars, stars)}
            {...(rating !== undefined && { 'aria-pressed': rating === stars })}
            onClick={() => onWish({ pressed: stars })}
          >
            <StarIcon size={small ? 14 : 17} />
          </button>
        ))}
        {withReject && (
          <button
            type="button"
            className={classes(styles.mark, styles.reject, rating === -1 && styles.on)}
            aria-label={t('marks.reject')}
            title={withKey(t('marks.reject'), MARKS.reject)}
            {...(rating !== undefined && { 'aria-pressed': rating < 0 })}
            onClick={() => onWish('reject')}
          >
            <X size={small ? 16 : 19} aria-hidden />
          </button>
        )}
      </Group>
      <Group label={t('facts.labels')} className={styles.group}>
        {COLOR_LABELS.map((label, at) => (
          <button
            key={label}
            type="button"
            className={classes(styles.mark, styles.dot, labels?.includes(label) && styles.on)}
            aria-label={t(`marks.${label}`)}
            title={withKey(t(`marks.${label}`), MARKS.labels, at)}
            {...(labels && { 'aria-pressed': labels.includes(label) })}
            onClick={() => onWish(label)}
          >
            <ColorDot label={label} />
          </button>
        ))}
      </Group>
    </div>
  );
}

function Group({
  label,
  className,
  children,
}: {
  label: string;
  className: string | undefined;
  children: React.ReactNode;
}) {
  const group = useRef<HTMLDivElement>(null);
  const buttons = () => [...(group.current?.querySelectorAll('button') ?? [])];
  const stop = (chosen: HTMLElement | undefined) => {
    for (const button of buttons()) button.tabIndex = button === chosen ? 0 : -1;
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    const all = buttons();
    const at = all.indexOf(event.target as HTMLButtonElement);
    if (step === undefined || at < 0 || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    const next = all[(at + step + all.length) % all.length];
    stop(next);
    next?.focus();
  };
  return (
    <div
      ref={(element) => {
        group.current = element;
        if (element && !buttons().some(({ tabIndex }) => tabIndex === -1)) stop(buttons()[0]);
      }}
      role="group"
      aria-label={label}
      className={className}
      onKeyDown={onKeyDown}
    >
      {children}
    </div>
  );
}
