import { useState } from 'react';
import { Ellipsis, Keyboard, Tag } from 'lucide-react';
import { number, t as page } from '../i18n/words.ts';
import { DecisionsItems } from '../offline/decisions-items.tsx';
import { keeping } from '../offline/keep-set.ts';
import { canKeepSets } from '../offline/use-keeps-set.ts';
import { t as offline } from '../offline/words.ts';
import { useStore } from '../stores/store.ts';
import { ratingWords } from '../ui/marks.tsx';
import { Popover } from '../ui/popover.tsx';
import { Switch } from '../ui/switch.tsx';
import { button } from '../ui/button.ts';
import { classes } from '../ui/classes.ts';
import menu from '../ui/menu.module.css';
import text from '../ui/text.module.css';
import segments from '../ui/segments.module.css';
import { Chips, type FilterProps } from './chips.tsx';
import { MOST_PANES } from './panes.ts';
import { type CullingSettings, FLICK_STARS } from './use-setting.ts';
import type { Kinds } from './use-kind.ts';
import { t } from './words.ts';
import { ZoomButtons, type ZoomProps } from './zoom-buttons.tsx';
import styles from './more-menu.module.css';

interface Props {
  filter: FilterProps;
  zoom: ZoomProps;
  kinds: Kinds;
  peaking: { isOn: boolean; toggle: () => void };
  settings: CullingSettings;
  panes: number;
  onPanes: (count: number) => void;
  /** null where there is no picture. */
  onTags: (() => void) | null;
  onKeys: () => void;
}

/** Rare actions, and those for which a small screen has no room. */
export function MoreMenu(props: Props) {
  const [open, setOpen] = useState(false);
  const kept = useStore(keeping);
  const { filter, zoom, kinds, peaking, settings, panes, onPanes } = props;
  return (
    <Popover
      label={t('more')}
      title={t('more')}
      align="end"
      triggerClass={button('quiet', 'icon')}
      trigger={<Ellipsis size={18} aria-hidden />}
      open={open}
      onOpenChange={setOpen}
    >
      <div className={styles.low}>
        <h2>{t('filter')}</h2>
        <Chips {...filter} />
      </div>
      <div className={styles.small}>
        <h2>{t('zoom')}</h2>
        <ZoomButtons zoom={zoom} className={segments.segments} />
      </div>
      <div className={styles.large}>
        <h2 id="culling-panes">{t('panes')}</h2>
        <div className={segments.segments} role="group" aria-labelledby="culling-panes">
          {Array.from({ length: MOST_PANES - 1 }, (_, at) => at + 2).map((count) => (
            <button key={count} type="button" aria-pressed={panes === count} onClick={() => onPanes(count)}>
              {number(count)}
            </button>
          ))}
        </div>
      </div>
      <div className={styles.switches}>
        <label>
          {t('peaking')}
          <Switch checked={peaking.isOn} onChange={peaking.toggle} />
        </label>
        {kinds.hasTwoKinds && (
          <label>
            {t('cameraPicture')}
            <Switch checked={kinds.kind === 'camera'} onChange={kinds.switchKind} />
          </label>
        )}
        <label>
          {t('advance')}
          <Switch checked={settings.advances} onChange={settings.switchAdvance} />
        </label>
        {canKeepSets && (
          <>
            <label>
              {offline('keep')}
              <Switch checked={settings.isKept} onChange={settings.switchKept} />
            </label>
            {kept && (
              <p className={text.muted} role="status">
                {offline('keeping', { count: kept.wanted, kept: number(kept.kept) })}
              </p>
            )}
          </>
        )}
        <label className={styles.touch}>
          {t('ladder')}
          <Switch checked={settings.hasLadder} onChange={settings.switchLadder} />
        </label>
      </div>
      {settings.hasLadder && (
        <div className={classes(styles.touch, styles.flick)}>
          <h2 id="culling-flick">{t('flick')}</h2>
          <div className={segments.segments} role="group" aria-labelledby="culling-flick">
            {FLICK_STARS.map((name, at) => (
              <button
                key={name}
                type="button"
                aria-pressed={settings.flickStars === at + 1}
                aria-label={ratingWords(at + 1)}
                onClick={() => settings.setFlickStars(at + 1)}
              >
                {name}
              </button>
            ))}
          </div>
        </div>
      )}
      <ul className={menu.items}>
        {props.onTags && (
          <li>
            <button
              type="button"
              className={menu.item}
              onClick={() => {
                setOpen(false);
                props.onTags?.();
              }}
            >
              <Tag size={17} aria-hidden />
              {page('panel.title')}
            </button>
          </li>
        )}
        <li>
          <button
            type="button"
            className={menu.item}
            onClick={() => {
              setOpen(false);
              props.onKeys();
            }}
          >
            <Keyboard size={17} aria-hidden />
            {page('keys.title')}
          </button>
        </li>
        <DecisionsItems onDone={() => setOpen(false)} />
      </ul>
    </Popover>
  );
}
