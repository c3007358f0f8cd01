import { Clock } from 'lucide-react';
import { useRendering } from '../api/rendering.ts';
import { useWhyNot } from '../api/rights.ts';
import { t } from '../i18n/words.ts';
import { button } from '../ui/button.ts';
import { classes } from '../ui/classes.ts';
import { Popover } from '../ui/popover.tsx';
import { WhoRenders } from './who-renders.tsx';
import slot from '../organising/waiting/status-slot.module.css';

/** In the header, only where nobody renders. Opens why, and what mends it. */
export function NobodyRenders() {
  const isNobody = useRendering()?.is_rendering === false;
  const whyNot = useWhyNot('cache:refresh');
  const words = t('page.nobodyRenders');
  if (!isNobody || whyNot !== null) return null;
  return (
    <Popover
      title={words}
      label={words}
      align="end"
      triggerClass={classes(button('quiet'), slot.nobody)}
      trigger={
        <>
          <Clock size={16} aria-hidden />
          <span className={slot.long}>{words}</span>
        </>
      }
    >
      <div className={slot.who}>
        <WhoRenders />
      </div>
    </Popover>
  );
}
