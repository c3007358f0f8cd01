import { ChevronsRight, Link2, X } from 'lucide-react';
import { COLOR_LABELS } from '../../contract/color-labels.ts';
import type { ImageRecord } from '../../contract/image-record.ts';
import { t as page } from '../i18n/words.ts';
import { MARKS } from '../keyboard/actions.ts';
import { withKey } from '../keyboard/key-words.ts';
import { classes } from '../ui/classes.ts';
import marks from '../ui/marks.module.css';
import { ADVANCE, LINK } from './culling-actions.ts';
import { Facts } from './facts-line.tsx';
import { Stars } from './stars.tsx';
import type { Judgment } from './use-judge.ts';
import type { CullingSettings } from './use-setting.ts';
import { t } from './words.ts';
import { ZoomButtons, type ZoomProps } from './zoom-buttons.tsx';
import styles from './decision-bar.module.css';

interface Props {
  image: ImageRecord | undefined;
  whyNot: string | null;
  onJudge: (wish: Judgment) => void;
  /** Linked panes share zoom and place; null with a single pane. */
  link: { isLinked: boolean; toggleLink: () => void } | null;
  settings: Pick<CullingSettings, 'advances' | 'switchAdvance'>;
  zoom: ZoomProps;
}

/** The decisions about the current picture, each with its key. */
export function DecisionBar(props: Props) {
  const { image, whyNot, onJudge, link, settings } = props;
  const rating = image?.rating ?? 0;
  return (
    <section className={styles.bar} aria-label={t('decide')}>
      <Facts image={image} />
      <div className={classes(styles.decisions, whyNot !== null && styles.locked)}>
        <button
          type="button"
          className={classes(styles.reject, rating < 0 && styles.rejected)}
          aria-pressed={rating < 0}
          aria-disabled={whyNot !== null || undefined}
          title={whyNot ?? undefined}
          onClick={() => onJudge('reject')}
        >
          <X size={16} aria-hidden />
          {t('reject')}
          <kbd className={styles.key} aria-hidden>
            {MARKS.reject.keys[0]}
          </kbd>
        </button>
        <Stars rating={rating} whyNot={whyNot} onRate={(stars) => onJudge({ stars })} />
        <div className={styles.labels} role="group" aria-label={t('labels')}>
          {COLOR_LABELS.map((label, at) => {
            const name = t('label', { label: page(`marks.${label}`) });
            return (
              <button
                key={label}
                type="button"
                className={styles.label}
                aria-label={name}
                aria-pressed={image?.color_labels.includes(label) ?? false}
                aria-disabled={whyNot !== null || undefined}
                title={whyNot ?? withKey(name, MARKS.labels, at)}
                onClick={() => onJudge(label)}
              >
                <span className={classes(styles.disc, marks[label])} />
              </button>
            );
          })}
        </div>
      </div>
      <div className={styles.tools}>
        {link && (
          <button
            type="button"
            className={classes(styles.toggle, styles.link)}
            aria-pressed={link.isLinked}
            title={withKey(t('linkHow'), LINK.link)}
            onClick={link.toggleLink}
          >
            <Link2 size={16} aria-hidden />
            <span>{t('linked')}</span>
          </button>
        )}
        <button
          type="button"
          className={styles.toggle}
          aria-label={t('advance')}
          title={withKey(t('advance'), ADVANCE.advance)}
          aria-pressed={settings.advances}
          onClick={settings.switchAdvance}
        >
          <ChevronsRight size={18} aria-hidden />
        </button>
        <ZoomButtons zoom={props.zoom} className={styles.zoom} />
      </div>
    </section>
  );
}
