import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { Publication } from '../../contract/publications.ts';
import { libraryQuery } from '../api/library.ts';
import { publicationsQuery } from '../api/publications.ts';
import { useWhyNot } from '../api/rights.ts';
import { ActionButton } from '../ui/action-button.tsx';
import menu from '../ui/menu.module.css';
import { Popover } from '../ui/popover.tsx';
import styles from './publish-button.module.css';
import { t } from './words.ts';

const PlanDialog = lazy(async () => ({ default: (await import('./plan-dialog.tsx')).PlanDialog }));

interface Props {
  className: string | undefined;
  children: ReactNode;
  /** Where the choice opens. */
  side: 'top' | 'bottom';
  /** The pictures that are meant, when it is pressed. */
  ids: () => readonly number[];
}

/** Publishes: shows the plan of the only publication, or of the one that is chosen. Pictures that one by hand lacks are added to it. */
export function PublishButton({ className, children, side, ids }: Props) {
  const publications = usePublications();
  const whyNot = useWhyNot('cache:refresh');
  const [planned, setPlanned] = useState<{ publication: Publication; add: readonly number[] } | null>(null);
  const [open, setOpen] = useState(false);
  const [only, ...others] = publications;
  if (!only) return null;
  const plan = (publication: Publication) => {
    setOpen(false);
    setPlanned({ publication, add: lackingIn(publication, ids()) });
  };
  return (
    <>
      {others.length === 0 || whyNot !== null ? (
        <ActionButton
          className={className}
          whyNot={whyNot}
          aria-label={t('start')}
          title={t('planTitle', { name: only.name })}
          onClick={() => plan(only)}
        >
          {children}
        </ActionButton>
      ) : (
        <Popover
          title={t('choose')}
          label={t('start')}
          side={side}
          align="end"
          triggerClass={className}
          trigger={children}
          open={open}
          onOpenChange={setOpen}
        >
          <ul className={styles.list} aria-label={t('choose')}>
            {publications.map((publication) => (
              <li key={publication.id}>
                <button type="button" className={menu.item} onClick={() => plan(publication)}>
                  <span>
                    {publication.name}
                    <small>{sourceWords(publication, ids())}</small>
                  </span>
                </button>
              </li>
            ))}
          </ul>
        </Popover>
      )}
      {planned && (
        <Suspense fallback={null}>
          <PlanDialog {...planned} onClose={() => setPlanned(null)} />
        </Suspense>
      )}
    </>
  );
}

/** Those of the library that is shown. */
function usePublications(): readonly Publication[] {
  const may = useWhyNot('previews:read') === null;
  // The part that shows the library makes the request; this one only reads the result.
  const { data: status } = useQuery({ ...libraryQuery, enabled: false });
  const { data = [] } = useQuery({ ...publicationsQuery, enabled: may && status?.publishes === true });
  return data.filter(({ is_shown }) => is_shown);
}

function lackingIn({ source }: Publication, ids: readonly number[]): readonly number[] {
  if ('filter' in source) return [];
  const has = new Set(source.ids);
  return ids.filter((id) => !has.has(id));
}

/** What becomes of the pictures that are meant. */
function sourceWords(publication: Publication, ids: readonly number[]): string {
  const { source } = publication;
  if ('filter' in source) return t('bySearch');
  const count = lackingIn(publication, ids).length;
  return count === 0 ? t('haveAll') : t('wouldAdd', { count });
}
