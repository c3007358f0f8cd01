import { useEffect, useId, useState } from 'react';
import { t } from '../../i18n/words.ts';
import { classes } from '../../ui/classes.ts';
import type { Looks } from '../looks.ts';
import { type Guide, GUIDES, keepGuide, keptGuide } from './guides.ts';
import controls from '../../ui/controls.module.css';
import choice from '../develop/controls/choice-row.module.css';

/** Guides over the picture while a module is open; the choice is kept in this browser. */
export function GuideRow({ looks: { setGuide } }: { looks: Pick<Looks, 'setGuide'> }) {
  const id = useId();
  const [guide, choose] = useState(() => keptGuide('module'));
  useEffect(() => {
    setGuide(guide);
    return () => setGuide('none');
  }, [guide, setGuide]);
  return (
    <div className={choice.row}>
      <label htmlFor={id}>{t('detail.guide')}</label>
      <select
        id={id}
        className={classes(controls.field)}
        value={guide}
        onChange={({ target }) => {
          keepGuide(target.value as Guide, 'module');
          choose(target.value as Guide);
        }}
      >
        {GUIDES.map((each) => (
          <option key={each} value={each}>
            {t(`detail.guides.${each}`)}
          </option>
        ))}
      </select>
    </div>
  );
}
