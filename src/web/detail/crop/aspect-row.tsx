import { type KeyboardEvent, useId, useState } from 'react';
import { RectangleHorizontal, RectangleVertical } from 'lucide-react';
import type { PanelControl } from '../../../contract/panel.ts';
import { useWhyNot } from '../../api/rights.ts';
import type { ModuleEntry } from '../../api/modules.ts';
import {
  type Aspect,
  aspectName,
  aspectOf,
  chosenAspect,
  entryOf,
  turnedAspect,
  typedAspect,
} from '../../develop-panel/computed/crop-aspect.ts';
import { t } from '../../i18n/words.ts';
import { button } from '../../ui/button.ts';
import { classes } from '../../ui/classes.ts';
import { useLock } from '../../ui/lock.tsx';
import { Select } from '../../ui/select.tsx';
import { takesFocus } from '../../ui/takes-focus.ts';
import type { ModuleContext } from '../develop/modules/module-context.ts';
import type { Cropping } from './cropping.ts';
import { croppingOf } from './cropping-of.ts';
import controls from '../../ui/controls.module.css';
import styles from './aspect-row.module.css';

interface Props {
  control: PanelControl;
  module: ModuleEntry;
  context: ModuleContext;
  text: (english: string) => string;
}

/** The entries of the list that are no place in darktable's. */
const OWN = 'own';
const OTHER = 'other';

/**
 * The aspect that the crop keeps. As in darktable another one moves the frame, so it is chosen on the picture and stored
 * with the frame.
 */
export function AspectRow({ control, module, context, text }: Props) {
  const id = useId();
  const { isLocked, lockedBy } = useLock();
  const noPreview = useWhyNot('previews:read');
  const { looks } = context;
  const { options = [], label = '' } = control;
  const [isTyping, setTyping] = useState(false);
  const now = looks.cropping?.aspect ?? aspectOf(module.params);
  const entry = entryOf(options, now);
  const isFixed = isLocked || noPreview !== null;
  const fixed = { ...(noPreview !== null && { 'aria-disabled': true, title: noPreview }), ...lockedBy };

  const set = (aspect: Aspect, fit: Cropping['fit']) =>
    looks.setCropping({ ...(looks.cropping ?? croppingOf(module, context)), aspect, fit });
  const choose = (value: string) => {
    setTyping(value === OTHER);
    const chosen = aspectOf(options[Number(value)]?.set);
    if (value !== OTHER && value !== OWN) set(chosenAspect(chosen, now), 'chosen');
  };
  const turned = turnedAspect(now);
  const turn = t('detail.aspectTurn');
  const Shape = now.ratio_d < 0 ? RectangleVertical : RectangleHorizontal;
  return (
    <>
      <div className={styles.row}>
        <label htmlFor={id}>{text(label)}</label>
        <Select
          id={id}
          className={controls.field}
          {...fixed}
          value={isTyping ? OTHER : entry < 0 ? OWN : String(entry)}
          onChange={(value) => {
            if (!isFixed) choose(value);
          }}
        >
          {entry < 0 && <option value={OWN}>{now.ratio_n > 0 ? aspectName(now) : t('detail.aspectNotChosen')}</option>}
          {options.map(({ label: name }, at) => (
            <option key={name} value={String(at)}>
              {text(name)}
            </option>
          ))}
          <option value={OTHER}>{t('detail.aspectOther')}</option>
        </Select>
        <button
          type="button"
          className={button('quiet', 'icon')}
          aria-label={turn}
          title={turn}
          {...(!turned && { 'aria-disabled': true })}
          {...fixed}
          onClick={() => {
            if (turned && !isFixed) set(turned, 'turned');
          }}
        >
          <Shape size={18} aria-hidden />
        </button>
      </div>
      {isTyping && !isFixed && (
        <TypedAspect
          onTaken={(aspect) => {
            setTyping(false);
            set(chosenAspect(aspect, now), 'chosen');
          }}
          onLeft={() => setTyping(false)}
        />
      )}
    </>
  );
}

/** An aspect that the list does not have. */
function TypedAspect({ onTaken, onLeft }: { onTaken: (aspect: Aspect) => void; onLeft: () => void }) {
  const noteId = useId();
  const [isRefused, setRefused] = useState(false);
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Escape') {
      event.preventDefault();
      event.stopPropagation();
      onLeft();
      return;
    }
    if (event.key !== 'Enter') return;
    const aspect = typedAspect(event.currentTarget.value);
    setRefused(aspect === null);
    if (aspect) onTaken(aspect);
  };
  return (
    <div className={styles.row}>
      <span id={noteId} className={classes(isRefused && styles.refused)} role={isRefused ? 'alert' : undefined}>
        {t('detail.aspectHow')}
      </span>
      <input
        name="aspect"
        className={controls.field}
        aria-label={t('detail.aspectOther')}
        aria-describedby={noteId}
        aria-invalid={isRefused || undefined}
        placeholder="7:6"
        autoComplete="off"
        ref={takesFocus}
        onKeyDown={onKeyDown}
      />
    </div>
  );
}
