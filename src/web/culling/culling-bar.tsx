import type { ReactNode } from 'react';
import { Columns2, Grid2x2, RectangleHorizontal, Undo2, X } from 'lucide-react';
import type { ImageRecord } from '../../contract/image-record.ts';
import { colon, number } from '../i18n/words.ts';
import { PICTURE, UNDO } from '../keyboard/actions.ts';
import { withKey } from '../keyboard/key-words.ts';
import { Popover } from '../ui/popover.tsx';
import { button } from '../ui/button.ts';
import { classes } from '../ui/classes.ts';
import { Chips, type FilterProps } from './chips.tsx';
import { MODES as KEYS } from './culling-actions.ts';
import { type Mode, MODES } from './culling-address.ts';
import { StatusSlot } from './status-slot.tsx';
import { t } from './words.ts';
import styles from './culling-bar.module.css';

const ICONS = { single: RectangleHorizontal, compare: Columns2, survey: Grid2x2 };

interface Props {
  image: ImageRecord | undefined;
  index: number;
  total: number;
  mode: Mode;
  onMode: (mode: Mode) => void;
  filter: FilterProps;
  whyNot: string | null;
  /** Shows words for a moment. */
  onSay: (words: string) => void;
  onClose: () => void;
  closeWords: string;
  onUndo: () => void;
  more: ReactNode;
}

/** The top of the culling view. */
export function CullingBar(props: Props) {
  const { image, index, total, mode, onMode, filter, whyNot, onClose, closeWords, onUndo, more } = props;
  const { counts } = filter;
  const decided = counts ? counts.all - counts.undecided : 0;
  const Icon = ICONS[mode];
  const modes = MODES.map((name) => {
    const ModeIcon = ICONS[name];
    return (
      <button
        key={name}
        type="button"
        aria-pressed={mode === name}
        title={withKey(t(name), KEYS[name])}
        onClick={() => onMode(name)}
      >
        <ModeIcon size={16} aria-hidden />
        <span>{t(name)}</span>
        <kbd className={styles.key} aria-hidden>
          {KEYS[name].keys[0]}
        </kbd>
      </button>
    );
  });
  return (
    <>
      <header className={styles.bar}>
        <button
          type="button"
          className={classes(button('quiet', 'icon'), styles.close)}
          aria-label={closeWords}
          title={withKey(closeWords, PICTURE.back)}
          onClick={onClose}
        >
          <X size={18} aria-hidden />
        </button>
        <div className={styles.name}>
          <h1>{image?.filename ?? t('title')}</h1>
          {/* As wide as it can become: nothing moves while one goes on. */}
          <span style={{ minWidth: `${2 * number(total).length + 4}ch` }}>
            {total > 0 && t('of', { index: number(index + 1), total: number(total) })}
          </span>
        </div>
        <div className={styles.modes} role="group" aria-label={t('view')}>
          {modes}
        </div>
        <div className={styles.inBar}>
          <Chips {...filter} />
        </div>
        <StatusSlot whyNot={whyNot} onSay={props.onSay} />
        <button
          type="button"
          className={button('quiet', 'icon')}
          aria-label={t('undo')}
          title={withKey(t('undo'), UNDO.undo)}
          onClick={onUndo}
        >
          <Undo2 size={18} aria-hidden />
        </button>
        <div className={styles.modeMenu}>
          <Popover
            label={t('view') + colon() + t(mode)}
            title={t('view')}
            align="end"
            triggerClass={button('quiet', 'icon')}
            trigger={<Icon size={18} aria-hidden />}
          >
            <div className={styles.menuModes} role="group" aria-label={t('view')}>
              {modes}
            </div>
          </Popover>
        </div>
        {more}
        <div
          className={styles.progress}
          role="progressbar"
          aria-label={t('progress', { done: number(decided), total: number(counts?.all ?? 0) })}
          aria-valuemin={0}
          aria-valuemax={counts?.all ?? 0}
          aria-valuenow={decided}
        >
          <span style={{ transform: `scaleX(${counts && counts.all > 0 ? decided / counts.all : 0})` }} />
        </div>
      </header>
      <nav className={styles.chipRow} aria-label={t('filter')}>
        <Chips {...filter} />
      </nav>
    </>
  );
}
