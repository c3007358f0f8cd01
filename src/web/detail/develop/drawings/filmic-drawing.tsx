import { useState } from 'react';
import type { Known } from '../../../develop-panel/computed/computed-control.ts';
import {
  dynamicRange,
  FILMIC_VIEWS,
  type FilmicView,
  filmicView,
} from '../../../develop-panel/computed/filmic-views.ts';
import { number, t } from '../../../i18n/words.ts';
import { CurvePicture, HEIGHT, WIDTH } from './curve-picture.tsx';
import rows from '../controls/choice-row.module.css';
import controls from '../../../ui/controls.module.css';
import styles from './drawing.module.css';

/** filmic rgb's graph, with darktable's four views of it. */
export function FilmicDrawing({ stored }: { stored: Known }) {
  const [view, setView] = useState<FilmicView>('look');
  const drawn = view === 'ranges' ? null : filmicView(stored, view);
  const range = view === 'ranges' ? dynamicRange(stored) : null;
  if (!drawn && !range) return null;
  return (
    <>
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
      <label className={rows.row}>
        <span>{t('develop.filmicView')}</span>
        <select className={controls.field} value={view} onChange={({ target }) => setView(target.value as FilmicView)}>
          {FILMIC_VIEWS.map((each) => (
            <option key={each} value={each}>
              {t(`develop.filmicViews.${each}`)}
            </option>
          ))}
        </select>
      </label>
    </>
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
        <path key={at} className={styles.joint} d={`M${x(display[at]!)} 48L${x(value)} 112`} />
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
