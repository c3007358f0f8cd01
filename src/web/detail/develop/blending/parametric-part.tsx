import { useId, useState } from 'react';
import type { MaskChannel } from '../../../../contract/blend-mask.ts';
import type { EntryBlending } from '../../../../contract/blending.ts';
import type { PanelControl } from '../../../../contract/panel.ts';
import { t } from '../../../i18n/words.ts';
import { classes } from '../../../ui/classes.ts';
import { useLock } from '../../../ui/lock.tsx';
import { Switch } from '../../../ui/switch.tsx';
import { SliderRow } from '../controls/slider-row.tsx';
import { TabRow } from '../controls/tab-row.tsx';
import { boostOf, channelColors, channelText, hasBoost, isRestricting } from './channel-words.ts';
import { RangeSlider } from './range-slider.tsx';
import rows from '../controls/choice-row.module.css';
import parts from '../controls/parts-view.module.css';
import styles from './blending.module.css';

interface Props {
  blend: EntryBlending;
  text: (english: string) => string;
  /** The changed channels; null: the hand has given up. */
  onMove: (channels: MaskChannel[] | null) => void;
  onStore: (channels: MaskChannel[]) => void;
}

const BOOST: PanelControl = {
  kind: 'slider',
  label: 'boost factor',
  field: 'boost',
  default: 0,
  soft: [0, 3],
  hard: [0, 18],
  step: 0.01,
  digits: 3,
  unit: ' EV',
};

/** The channels of a parametric mask: a tab for each, with the range of what goes in and, where it is used or asked for, of what comes out. */
export function ParametricPart({ blend, text, onMove, onStore }: Props) {
  const id = useId();
  const { channels = [], space } = blend;
  const names = [...new Set(channels.map(({ channel }) => channel))];
  const [chosen, setChosen] = useState<string | null>(null);
  const at = Math.max(0, names.indexOf(chosen ?? ''));
  const [showsOutput, setShowsOutput] = useState(false);
  const shown = channels.filter((one) => one.channel === names[at]);
  const [first] = shown;
  if (!first) return null;
  const { channel, boost } = first;
  const isUsed = (name: string) => channels.some((one) => one.channel === name && isRestricting(one));
  const usedMark = { className: styles.used, words: t('develop.channelUsed') };
  return (
    <section className={parts.section}>
      <h2>{text('parametric mask')}</h2>
      <TabRow
        {...{ id, at, onChoose: setChosen }}
        name={text('channel')}
        tabs={names.map((name) => ({ name, label: name, mark: isUsed(name) ? usedMark : undefined }))}
      />
      <div id={`${id}-page`} role="tabpanel" aria-labelledby={`${id}-${at}`}>
        {shown
          .filter((one) => one.side === 'input' || showsOutput || isRestricting(one))
          .toReversed()
          .map((one) => (
            <ChannelRow key={`${one.channel} ${one.side}`} {...{ one, text, onMove, onStore }} />
          ))}
        {hasBoost(space, channel) && (
          <SliderRow
            key={channel}
            control={{ ...BOOST, fold: t('develop.blending'), section: channel }}
            bound={{
              value: boost - boostOf(channel),
              changesTo: (to) => ({ [`boost ${channel}`]: to + boostOf(channel) }),
            }}
            isOff={false}
          />
        )}
      </div>
      <label className={classes(rows.row, rows.toggle)}>
        <span>{t('develop.outputChannels')}</span>
        <Switch checked={showsOutput} aria-label={t('develop.outputChannels')} onChange={setShowsOutput} />
      </label>
    </section>
  );
}

function ChannelRow({ one, text, onMove, onStore }: { one: MaskChannel } & Omit<Props, 'blend'>) {
  const { isLocked, lockedBy } = useLock();
  const { channel, side, range, inverted } = one;
  const written = (share: number) => channelText(one, share);
  const name = `${t('develop.blending')}, ${channel}, ${text(side)}`;
  return (
    <>
      <div className={styles.channel}>
        <span>{text(side)}</span>
        <output>{range.map(written).join(' · ')}</output>
        <label>
          <span>{t('develop.channelInverted')}</span>
          <Switch
            checked={inverted}
            aria-label={`${name}, ${t('develop.channelInverted')}`}
            {...lockedBy}
            onChange={(on) => !isLocked && onStore([{ ...one, inverted: on }])}
          />
        </label>
      </div>
      <RangeSlider
        value={range}
        name={name}
        handles={[t('develop.rangeNone'), t('develop.rangeFrom'), t('develop.rangeTo'), t('develop.rangeEnd')]}
        colors={channelColors(channel)}
        written={written}
        onMove={(next) => onMove(next && [{ ...one, range: next }])}
        onStore={(next) => onStore([{ ...one, range: next }])}
      />
    </>
  );
}
