import { type MouseEvent, useState } from 'react';
import { RefreshCw, Tags } from 'lucide-react';
import type { Known } from '../../../develop-panel/computed/computed-control.ts';
import {
  dynamicRange,
  FILMIC_VIEWS,
  filmicAxes,
  type FilmicView,
  filmicView,
} from '../../../develop-panel/computed/filmic-views.ts';
import { number, t } from '../../../i18n/words.ts';
import { CurvePicture, HEIGHT, WIDTH } from './curve-picture.tsx';
import { button } from '../../../ui/button.ts';
import { itemAt } from '../../../item-at.ts';
import styles from './drawing.module.css';

/**
 * filmic rgb's graph, with darktable's four views of it and its two buttons: the next view (with the right button the last one), and numbers at the
 * axes.
 */
export function FilmicDrawing({ stored }: { stored: Known }) {
  const [view, setView] = useState<FilmicView>('look');
  const [hasLabels, setLabels] = useState(false);
  const drawn = view === 'ranges' ? null : filmicView(stored, view);
  const range = view === 'ranges' ? dynamicRange(stored) : null;
  if (!drawn && !range) return null;
  const axes = view === 'ranges' || !hasLabels ? null : filmicAxes(stored, view);
  const go = (by: number) => (event: MouseEvent) => {
    event.preventDefault();
    setView(itemAt(FILMIC_VIEWS, (FILMIC_VIEWS.indexOf(view) + by + FILMIC_VIEWS.length) % FILMIC_VIEWS.length));
  };
  const percent = (value: number) => number(Math.round(value * (value < 10 ? 10 : 1)) / (value < 10 ? 10 : 1));
  return (
    <div className={styles.filmic} data-labels={axes !== null}>
      <span className={styles.view} role="status">
        {t(`develop.filmicViews.${view}`)}
      </span>
      {axes && (
        <span className={styles.up} role="group" aria-label={t('develop.filmicDisplay')}>
          {axes.up.toReversed().map((value, at) => (
            <span key={at}>{`${percent(value)}${at === 0 ? ' %' : ''}`}</span>
          ))}
        </span>
      )}
      {drawn && (
        <CurvePicture
          drawn={{ ...drawn, grid: { across: 4, up: 4 }, neutral: view === 'look' ? [0, 1] : null }}
          label={t('develop.curveAlone')}
        />
      )}
      {range && (
        <svg className={styles.drawing} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={wordsOf(range)}>
          <Ranges {...range} />
        </svg>
      )}
      <span className={styles.tools}>
        <button
          type="button"
          className={button('quiet', 'icon')}
          aria-label={t('develop.filmicNext')}
          title={t('develop.filmicNext')}
          onClick={go(1)}
          onContextMenu={go(-1)}
        >
          <RefreshCw size={16} aria-hidden />
        </button>
        <button
          type="button"
          className={button('quiet', 'icon')}
          aria-label={t('develop.filmicLabels')}
          title={t('develop.filmicLabels')}
          aria-pressed={hasLabels}
          onClick={() => setLabels((has) => !has)}
        >
          <Tags size={16} aria-hidden />
        </button>
      </span>
      {axes && (
        <span className={styles.across} role="group" aria-label={t('develop.filmicScene')}>
          {axes.across.values.map((value, at) => {
            const words = axes.across.unit === 'EV' ? ev(value) : percent(value);
            return (
              <span key={at}>{`${words}${at === axes.across.values.length - 1 ? ` ${axes.across.unit}` : ''}`}</span>
            );
          })}
        </span>
      )}
    </div>
  );
}

type Three = [number, number, number];
const ev = (value: number) => {
  const tenths = Math.round(value * 10) / 10 || 0;
  return `${tenths > 0 ? '+' : ''}${number(tenths)}`;
};
const wordsOf = ({ scene, display }: { scene: Three; display: Three }) =>
  t('develop.ranges', { scene: scene.map(ev).join(', '), display: display.map(ev).join(', ') });

/** A bar for the display, one for the scene, and lines from black, gray and white of one to those of the other. */
function Ranges({ scene, display }: { scene: Three; display: Three }) {
  const [least, most] = [Math.min(scene[0], display[0]) - 1, Math.max(scene[2], display[2]) + 1];
  const x = (value: number) => 16 + ((value - least) / (most - least)) * (WIDTH - 32);
  const bar = (from: number, to: number, y: number) => (
    <rect className={styles.bar} x={x(from)} y={y} width={Math.max(1, x(to) - x(from))} height={14} />
  );
  return (
    <>
      {bar(display[0], display[2], 34)}
      {bar(scene[0], scene[2], 112)}
      {scene.map((value, at) => (
        <path key={at} className={styles.joint} d={`M${x(itemAt(display, at))} 48L${x(value)} 112`} />
      ))}
      {display.map((value, at) => (
        <text key={at} x={x(value)} y={28} className={styles.ev}>
          {ev(value)}
        </text>
      ))}
      {scene.map((value, at) => (
        <text key={at} x={x(value)} y={142} className={styles.ev}>
          {ev(value)}
        </text>
      ))}
      <text x={WIDTH - 6} y={14} className={styles.side}>
        {t('develop.rangeDisplay')}
      </text>
      <text x={WIDTH - 6} y={156} className={styles.side}>
        {t('develop.rangeScene')}
      </text>
    </>
  );
}
