import { type KeyboardEvent, type ReactNode, useRef } from 'react';
import { X } from 'lucide-react';
import { COLOR_LABELS } from '../../contract/color-labels.ts';
import { t } from '../i18n/words.ts';
import { MARKS } from '../keyboard/actions.ts';
import { withKey } from '../keyboard/key-words.ts';
import { classes } from '../ui/classes.ts';
import { StarIcon } from '../ui/icons.tsx';
import { ColorDot } from '../ui/marks.tsx';
import type { MarkWish } from './decision.ts';
import { countMarks, type MarkCounts, type Share, shareLabelled, shareRated } from './mark-counts.ts';
import styles from './mark-buttons.module.css';

interface Props {
  /** The present marks of the pictures; undefined until they are known. */
  marks: MarkCounts | undefined;
  /** Small, over a picture. */
  small?: boolean;
  onWish: (wish: MarkWish) => void;
}

/**
 * Stars, reject and labels to click: filled where all pictures have them, half where some have. Each group is one stop of the Tab key, with arrows
 * inside.
 */
export function MarkButtons({ marks = countMarks([]), small = false, onWish }: Props) {
  return (
    <div className={classes(styles.marks, small && styles.small)}>
      <Group label={t('marks.rating')} className={styles.group}>
        {[1, 2, 3, 4, 5].map((stars) => (
          <button
            key={stars}
            type="button"
            className={classes(styles.mark, lookOf(shareRated(marks, stars, 5)))}
            aria-label={t('marks.stars', { count: stars })}
            title={withKey(t('marks.stars', { count: stars }), MARKS.stars, stars)}
            aria-pressed={shareRated(marks, stars)}
            onClick={() => onWish({ pressed: stars })}
          >
            <Icon share={shareRated(marks, stars, 5)}>
              <StarIcon size={small ? 14 : 17} />
            </Icon>
          </button>
        ))}
        <button
          type="button"
          className={classes(styles.mark, styles.reject, lookOf(shareRated(marks, -1)))}
          aria-label={t('marks.reject')}
          title={withKey(t('marks.reject'), MARKS.reject)}
          aria-pressed={shareRated(marks, -1)}
          onClick={() => onWish('reject')}
        >
          <Icon share={shareRated(marks, -1)}>
            <X size={small ? 16 : 19} aria-hidden />
          </Icon>
        </button>
      </Group>
      <Group label={t('facts.labels')} className={styles.group}>
        {COLOR_LABELS.map((label, at) => (
          <button
            key={label}
            type="button"
            className={classes(styles.mark, styles.dot, lookOf(shareLabelled(marks, label)))}
            aria-label={t(`marks.${label}`)}
            title={withKey(t(`marks.${label}`), MARKS.labels, at)}
            aria-pressed={shareLabelled(marks, label)}
            onClick={() => onWish(label)}
          >
            <ColorDot label={label} />
          </button>
        ))}
      </Group>
    </div>
  );
}

const lookOf = (share: Share) => (share === 'mixed' ? styles.some : share && styles.on);

/** Where only some have the mark, half of it is filled. */
const Icon = ({ share, children }: { share: Share; children: ReactNode }) => (
  <>
    {children}
    {share === 'mixed' && <span className={styles.half}>{children}</span>}
  </>
);

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
