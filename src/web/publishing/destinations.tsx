import { useState } from 'react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Check, Pencil, Plus } from 'lucide-react';
import type { Destination } from '../../contract/destinations.ts';
import { destinationsQuery, testDestination } from '../api/publications.ts';
import { button } from '../ui/button.ts';
import card from '../ui/card.module.css';
import frame from '../ui/page.module.css';
import { Reason } from '../ui/reason.tsx';
import text from '../ui/text.module.css';
import { DestinationDialog } from './destination-form.tsx';
import styles from './publishing.module.css';
import { t } from './words.ts';

export function Destinations() {
  const { data = [] } = useQuery(destinationsQuery);
  const [edited, setEdited] = useState<Destination | 'new' | null>(null);
  return (
    <section className={styles.destinations} aria-labelledby="destinations-title">
      <header className={frame.head}>
        <h2 id="destinations-title">{t('destinations')}</h2>
        <button type="button" className={button()} onClick={() => setEdited('new')}>
          <Plus size={16} aria-hidden />
          {t('newDestination')}
        </button>
      </header>
      <ul className={card.list}>
        {data.map((destination) => (
          <DestinationCard key={destination.id} destination={destination} onEdit={() => setEdited(destination)} />
        ))}
      </ul>
      {edited && <DestinationDialog edited={edited} onClose={() => setEdited(null)} />}
    </section>
  );
}

function DestinationCard({ destination, onEdit }: { destination: Destination; onEdit: () => void }) {
  const { id, name, kind } = destination;
  const test = useMutation({ mutationFn: () => testDestination(id), networkMode: 'always' });
  const change = t('change', { name });
  const where = 'folder' in destination && kind === 'folder' ? destination.folder : addressOf(destination);
  return (
    <li className={card.card}>
      <div className={card.head}>
        <div>
          <h3>{name}</h3>
          <p className={text.muted}>
            {t(`kindNames.${kind}`)} · {where}
          </p>
        </div>
        <div className={styles.buttons}>
          <button type="button" className={button()} disabled={test.isPending} onClick={() => test.mutate()}>
            {t(test.isPending ? 'testing' : 'test')}
          </button>
          <button type="button" className={button('quiet', 'icon')} aria-label={change} title={change} onClick={onEdit}>
            <Pencil size={16} aria-hidden />
          </button>
        </div>
      </div>
      <div role="status">
        {test.data?.works && (
          <p className={styles.works}>
            <Check size={16} aria-hidden /> {t('works')}
          </p>
        )}
        {test.data?.problems.map((problem) => (
          <p key={problem} className={text.complaint}>
            {problem}
          </p>
        ))}
        {test.error && (
          <p className={text.complaint}>
            <Reason error={test.error} />
          </p>
        )}
      </div>
    </li>
  );
}

const addressOf = (destination: Destination): string =>
  'address' in destination ? destination.address : 'host' in destination ? destination.host : '';
