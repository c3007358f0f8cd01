import { useMemo, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { useWhyNot } from '../../api/rights.ts';
import { stylesQuery } from '../../api/styles.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { FindField } from '../../ui/find-field.tsx';
import { Waiting } from '../../ui/notice.tsx';
import { Reason } from '../../ui/reason.tsx';
import { applyStyle } from '../edit-tasks.ts';
import { t } from '../words.ts';
import { NewStyle } from './new-style.tsx';
import { StyleCard } from './style-card.tsx';
import { styleTree } from './style-tree.ts';
import { useStyleThumbs } from './use-style-thumbs.ts';
import fold from '../../ui/fold.module.css';
import styles from './styles-dialog.module.css';

/** darktable's styles, to put one on the pictures. One picture is shown with each of them. */
export function StylesDialog({ ids, onClose }: { ids: readonly number[]; onClose: () => void }) {
  const { data, error } = useQuery(stylesQuery());
  const [typed, setTyped] = useState('');
  const whyNot = useWhyNot('cache:refresh');
  const maySee = useWhyNot('previews:read') === null;
  const one = ids.length === 1 ? (ids[0] ?? null) : null;
  const thumbs = useStyleThumbs(maySee ? one : null);
  const withThumbs = one !== null && maySee && thumbs.problem === null;
  const branches = useMemo(() => styleTree(data?.items ?? [], typed), [data, typed]);
  const cards = (branch: (typeof branches)[number]) => (
    <ul className={withThumbs ? styles.cards : styles.rows}>
      {branch.styles.map(({ style, name }) => (
        <StyleCard
          key={style.id}
          {...{ style, name, whyNot }}
          thumbs={withThumbs ? thumbs : null}
          onChoose={() => {
            onClose();
            void applyStyle(style.name, ids);
          }}
        />
      ))}
    </ul>
  );
  return (
    <Dialog open onClose={onClose} title={t('stylesTitle')} wide={one !== null} startsInField>
      {error !== null ? (
        <p>
          <Reason error={error} />
        </p>
      ) : !data ? (
        <Waiting />
      ) : (
        <>
          {data.items.length > 0 && (
            <FindField className={styles.search} label={t('styleFind')} value={typed} onChange={setTyped} />
          )}
          <p className={styles.note} role="status">
            {data.items.length === 0
              ? t('noStyles')
              : branches.length === 0
                ? t('noStyle', { text: typed.trim() })
                : t('styleOnto', { count: ids.length })}
          </p>
          {one !== null && thumbs.problem !== null && (
            <p className={styles.note}>
              {t('noThumbnails')} <Reason error={thumbs.problem} />
            </p>
          )}
          {branches.map((branch) =>
            branch.path.length === 0 ? (
              <div key="">{cards(branch)}</div>
            ) : (
              <details key={branch.path.join('|')} className={fold.fold} open>
                <summary>{branch.path.join(' › ')}</summary>
                {cards(branch)}
              </details>
            ),
          )}
          {one !== null && <NewStyle id={one} />}
        </>
      )}
    </Dialog>
  );
}
