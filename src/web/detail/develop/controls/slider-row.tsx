import type { CSSProperties, KeyboardEvent } from 'react';
import type { PanelControl } from '../../../../contract/panel.ts';
import { fullName } from '../../../develop-panel/parts.ts';
import { trackOf } from '../../../develop-panel/slider-track.ts';
import { t } from '../../../i18n/words.ts';
import { classes } from '../../../ui/classes.ts';
import { useLock } from '../../../ui/lock.tsx';
import { type Bound, useModuleValues } from './module-values.ts';
import { scaleOf, stepsOfKey } from './steps.ts';
import { useSliderValue } from './use-slider-value.ts';
import { useWheel } from './use-wheel.ts';
import { ValueField } from './value-field.tsx';
import styles from './slider-row.module.css';

/** A slider of darktable: the track spans the soft range, and the number takes the hard one. */
export function SliderRow({ control, bound, isOff }: { control: PanelControl; bound: Bound; isOff: boolean }) {
  const { text } = useModuleValues();
  const { lockedBy } = useLock();
  const value = useSliderValue(control, isOff ? { ...bound, changesTo: null } : bound);
  const track = trackOf(control, value.scale, value.stored);
  const row = useWheel<HTMLDivElement>((event) => value.step(-Math.sign(event.deltaY) * scaleOf(event)));
  const position = track.positionOf(value.now);
  const name = fullName(control, text);

  const onKeyDown = (event: KeyboardEvent) => {
    const steps = stepsOfKey(event);
    const action =
      steps !== null
        ? () => value.step(steps)
        : {
            Home: () => value.slideTo(track.storedAt(0)),
            End: () => value.slideTo(track.storedAt(1)),
            Delete: value.reset,
          }[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  };
  return (
    <div ref={row} className={classes(styles.row, isOff && styles.off)}>
      <ValueField value={value} name={name} label={text(control.label ?? '')} />
      <div className={styles.track}>
        <input
          name="slider"
          className={styles.slider}
          style={faceOf(control, { position, zero: zeroOf(track.positionOf, control) })}
          type="range"
          min={0}
          max={1}
          step="any"
          value={position}
          aria-label={name}
          aria-valuetext={value.written(value.now)}
          title={value.start === undefined ? undefined : t('develop.reset', { value: value.written(value.start) })}
          {...(value.isFixed && { 'aria-disabled': true })}
          {...lockedBy}
          onPointerDown={value.hold}
          onChange={({ target }) => {
            value.slideTo(track.storedAt(Number(target.value)));
            if (value.isFixed) target.value = String(position);
          }}
          onKeyDown={onKeyDown}
          onDoubleClick={value.reset}
        />
        {value.start !== undefined && (
          <i className={styles.notch} style={{ '--at': track.positionOf(value.start) } as CSSProperties} aria-hidden />
        )}
      </div>
    </div>
  );
}

/** The bar runs from zero, where the track has it, to the knob. */
const zeroOf = (positionOf: (stored: number) => number, { soft: [low, high] = [0, 1] }: PanelControl): number =>
  low < 0 && high > 0 ? positionOf(0) : 0;

function faceOf({ gradient, no_fill: isBare }: PanelControl, { position, zero }: { position: number; zero: number }) {
  const colors = gradient
    ?.map(([at, ...rgb]) => `rgb(${rgb.map((share) => Math.round(share * 255)).join(' ')}) ${at * 100}%`)
    .join(', ');
  const isFilled = !colors && !isBare;
  return {
    '--from': isFilled ? Math.min(zero, position) : 0,
    '--to': isFilled ? Math.max(zero, position) : 0,
    ...(colors && { '--colors': `linear-gradient(to right, ${colors})`, '--thick': '8px' }),
  } as CSSProperties;
}
