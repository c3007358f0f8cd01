import { useMemo, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { RemovalOutlook } from '../../../contract/image-operations.ts';
import { MOST_IDS } from '../../../contract/most-ids.ts';
import { removalOutlook, writeSidecars } from '../../api/organising.ts';
import { reasonOf } from '../../api/reason.ts';
import { button } from '../../ui/button.ts';
import { useWholeGroups } from '../folds/folds.ts';
import styles from './removal-facts.module.css';
import { t } from './words.ts';

const partsOf = (ids: readonly number[]) =>
  Array.from({ length: Math.ceil(ids.length / MOST_IDS) }, (_, part) =>
    ids.slice(part * MOST_IDS, (part + 1) * MOST_IDS),
  );

async function outlookOf(ids: readonly number[]): Promise<RemovalOutlook> {
  return (await Promise.all(partsOf(ids).map(removalOutlook))).reduce((sum, each) => ({
    ...sum,
    versions: sum.versions + each.versions,
    // Those that stay beside one part may be in another: at most so many.
    versions_left: sum.versions_left + each.versions_left,
    members_left: sum.members_left + each.members_left,
    marks_only_here: sum.marks_only_here + each.marks_only_here,
    edits_only_here: sum.edits_only_here + each.edits_only_here,
  }));
}

/** What goes and what stays, what the library alone holds, and whether it could be undone. */
export function RemovalFacts({ ids }: { ids: readonly number[] }) {
  const { data, error, refetch } = useQuery({
    queryKey: ['removal', ids],
    queryFn: () => outlookOf(ids),
    staleTime: 0,
    gcTime: 0,
  });
  const groups = useWholeGroups(useMemo(() => new Set(ids), [ids])).length;
  const [written, setWritten] = useState<string | null>(null);
  const [isWriting, setIsWriting] = useState(false);
  const write = async () => {
    setIsWriting(true);
    try {
      const results = [];
      for (const part of partsOf(ids)) results.push(await writeSidecars(part));
      const left = results.reduce((sum, result) => sum + result.left, 0);
      const count = results.reduce((sum, result) => sum + result.written, 0);
      const why = results.flatMap(({ failures }) => failures)[0]?.reason ?? '';
      setWritten(
        [t('sidecarsWritten', { count }), left > 0 && t('sidecarsLeft', { count: left, why })]
          .filter(Boolean)
          .join(' '),
      );
      await refetch();
    } catch (reason) {
      setWritten(reasonOf(reason));
    } finally {
      setIsWriting(false);
    }
  };
  if (error) return <p role="status">{reasonOf(error)}</p>;
  if (!data) return <p role="status">{t('removeLooking')}</p>;
  const { versions, versions_left, members_left, marks_only_here: marks, edits_only_here: edits, undo } = data;
  const isExact = ids.length <= MOST_IDS;
  const facts = [
    groups > 0 && t('removeGroups', { count: groups }),
    versions > 0 && t('removeVersions', { count: versions }),
    versions_left > 0 && t(isExact ? 'removeVersionsLeft' : 'removeVersionsLeftMost', { count: versions_left }),
    members_left > 0 && t(isExact ? 'removeMembersLeft' : 'removeMembersLeftMost', { count: members_left }),
    undo === 'now' ? t('removeUndo') : t('removeUndoLater'),
  ].filter((fact) => fact !== false);
  return (
    <div className={styles.facts}>
      <ul>
        {facts.map((fact) => (
          <li key={fact}>{fact}</li>
        ))}
      </ul>
      {(marks > 0 || edits > 0 || written !== null) && (
        <div className={styles.lost} role="status">
          {marks > 0 && <p>{t('removeMarks', { count: marks })}</p>}
          {edits > 0 && <p>{t('removeEdits', { count: edits })}</p>}
          {written !== null && <p>{written}</p>}
          {written === null && (
            <button type="button" className={button()} disabled={isWriting} onClick={() => void write()}>
              {t('sidecarsFirst')}
            </button>
          )}
        </div>
      )}
    </div>
  );
}
