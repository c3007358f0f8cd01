import { useEffect, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Plus, Send } from 'lucide-react';
import type { Publication } from '../../contract/publications.ts';
import { publicationsQuery } from '../api/publications.ts';
import { useWhyNot } from '../api/rights.ts';
import type { GalleryView } from '../gallery/gallery-view.ts';
import { button } from '../ui/button.ts';
import card from '../ui/card.module.css';
import { classes } from '../ui/classes.ts';
import frame from '../ui/page.module.css';
import { Unanswered } from '../ui/unanswered.tsx';
import { Destinations } from './destinations.tsx';
import { ExistingDialog } from './existing-dialog.tsx';
import { FeedbackDialog } from './feedback-dialog.tsx';
import { PlanDialog } from './plan-dialog.tsx';
import { PublicationCard } from './publication-card.tsx';
import { PublicationDialog } from './publication-form.tsx';
import styles from './publishing.module.css';
import { t } from './words.ts';

/** What is published where. `view`: what the gallery shows, which a new publication can begin with. */
export function Publishing({ view }: { view: GalleryView }) {
  const { data, error } = useQuery(publicationsQuery);
  const whyNot = useWhyNot('admin');
  const [edited, setEdited] = useState<Publication | 'new' | null>(null);
  const [planned, setPlanned] = useState<Publication | null>(null);
  const [others, setOthers] = useState<{ see: 'existing' | 'feedback'; of: Publication } | null>(null);
  useEffect(() => {
    document.title = `${t('title')} – Safelight`;
  }, []);
  if (!data) return <Unanswered title={t('title')} error={error} />;
  return (
    <div className={classes(frame.page, styles.page)}>
      <header className={frame.head}>
        <div>
          <h1>{t('title')}</h1>
          <p>{data.length === 0 ? t('noneHow') : t('how')}</p>
        </div>
        {whyNot === null && (
          <button type="button" className={button('primary')} onClick={() => setEdited('new')}>
            <Plus size={16} aria-hidden />
            {t('new')}
          </button>
        )}
      </header>
      {data.length === 0 ? (
        <div className={frame.empty}>
          <Send size={36} strokeWidth={1.25} aria-hidden />
          <h2>{t('none')}</h2>
        </div>
      ) : (
        <ul className={card.list}>
          {data.map((publication) => (
            <PublicationCard
              key={publication.id}
              publication={publication}
              onPlan={() => setPlanned(publication)}
              onFeedback={() => setOthers({ see: 'feedback', of: publication })}
              {...(whyNot === null && {
                onEdit: () => setEdited(publication),
                onExisting: () => setOthers({ see: 'existing', of: publication }),
              })}
            />
          ))}
        </ul>
      )}
      {whyNot === null && <Destinations />}
      {planned && <PlanDialog publication={planned} onClose={() => setPlanned(null)} />}
      {others?.see === 'existing' && <ExistingDialog publication={others.of} onClose={() => setOthers(null)} />}
      {others?.see === 'feedback' && <FeedbackDialog publication={others.of} onClose={() => setOthers(null)} />}
      {edited && <PublicationDialog edited={edited} view={view} onClose={() => setEdited(null)} />}
    </div>
  );
}
