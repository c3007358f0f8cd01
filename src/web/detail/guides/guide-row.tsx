import { useEffect, useId, useState } from 'react';
import { t } from '../../i18n/words.ts';
import { classes } from '../../ui/classes.ts';
import type { Looks } from '../looks.ts';
import { GuideSelect } from './guide-select.tsx';
import { keptGuide } from './guides.ts';
import controls from '../../ui/controls.module.css';
import choice from '../develop/controls/choice-row.module.css';

/** Guides over the picture while a module is open. */
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
      <GuideSelect use="module" id={id} className={classes(controls.field)} value={guide} onChoose={choose} />
    </div>
  );
}
