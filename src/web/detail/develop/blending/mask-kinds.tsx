import type { KeyboardEvent } from 'react';
import { Ban, Blend, Circle, Contrast, Grid3x3, type LucideIcon, Pencil } from 'lucide-react';
import type { BlendMask, EntryBlending } from '../../../../contract/blending.ts';
import { colon, t } from '../../../i18n/words.ts';
import { button } from '../../../ui/button.ts';
import { classes } from '../../../ui/classes.ts';
import { useLock } from '../../../ui/lock.tsx';
import { say } from '../../../ui/toasts.tsx';
import { MASK_WORDS } from '../modules/blending-words.ts';
import styles from './blending.module.css';

const KINDS: readonly [BlendMask, LucideIcon][] = [
  ['none', Ban],
  ['uniform', Circle],
  ['drawn', Pencil],
  ['parametric', Contrast],
  ['drawn_and_parametric', Blend],
  ['raster', Grid3x3],
];

interface Props {
  blend: EntryBlending;
  /** darktable draws no shapes for it. */
  hasNoMasks: boolean;
  text: (english: string) => string;
  onChoose: (mask: BlendMask) => void;
}

/** darktable's row of icons: off, and the kinds of mask. One stop of the Tab key, with arrows inside. */
export function MaskKinds({ blend, hasNoMasks, text, onChoose }: Props) {
  const { isLocked, lockedBy } = useLock();
  const { mask: now = 'none', masks = [], space } = blend;
  const shown = KINDS.filter(([mask]) => masks.includes(mask) || isOfModule(mask, { hasNoMasks, space }));
  const choose = (mask: BlendMask) => {
    const why = whyNot(mask, masks);
    if (isLocked || mask === now) return;
    if (why === null) onChoose(mask);
    else say({ title: why });
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const way = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (way === undefined) return;
    event.preventDefault();
    const radios = [...event.currentTarget.querySelectorAll<HTMLElement>('[role=radio]')];
    const at = radios.indexOf(document.activeElement as HTMLElement);
    radios[(at + way + radios.length) % radios.length]?.focus();
  };
  return (
    <div
      className={styles.kinds}
      role="radiogroup"
      aria-label={`${t('develop.blending')}, ${t('develop.mask')}`}
      onKeyDown={onKeyDown}
    >
      {shown.map(([mask, Icon]) => {
        const why = whyNot(mask, masks);
        const name = text(MASK_WORDS[mask]);
        return (
          <button
            key={mask}
            type="button"
            role="radio"
            className={classes(button('quiet', 'icon'), styles.kind)}
            aria-checked={mask === now}
            aria-label={name}
            title={why === null ? name : name + colon() + why}
            tabIndex={mask === now ? 0 : -1}
            {...(why !== null && { 'aria-disabled': true, 'aria-description': why })}
            {...lockedBy}
            onClick={() => choose(mask)}
          >
            <Icon size={16} aria-hidden />
          </button>
        );
      })}
    </div>
  );
}

const isOfModule = (mask: BlendMask, { hasNoMasks, space }: { hasNoMasks: boolean; space: EntryBlending['space'] }) => {
  const isDrawn = mask === 'drawn' || mask === 'drawn_and_parametric';
  const isParametric = mask === 'parametric' || mask === 'drawn_and_parametric';
  if ((isDrawn || mask === 'raster') && hasNoMasks) return false;
  return !(isParametric && space === 'raw');
};

/** What is missing for a kind that the module could have; null: nothing. */
const whyNot = (mask: BlendMask, masks: readonly BlendMask[]): string | null =>
  masks.includes(mask) ? null : mask === 'raster' ? t('develop.noRaster') : t('develop.noShape');
