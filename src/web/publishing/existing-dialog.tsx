import { useState } from 'react';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { ExistingItem } from '../../contract/publication-existing.ts';
import type { Publication } from '../../contract/publications.ts';
import { existingQuery, takeOver } from '../api/published-by-others.ts';
import { number, t as page } from '../i18n/words.ts';
import { Cover } from '../organising/albums/cover.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { DialogButtons } from '../ui/dialog-buttons.tsx';
import form from '../ui/form.module.css';
import { Reason } from '../ui/reason.tsx';
import text from '../ui/text.module.css';
import styles from './publishing.module.css';
import { t } from './words.ts';

/** At once, as each is looked at. */
const MOST_SHOWN = 100;

/** Of these, nobody has to look at each. */
const isSure = ({ match }: ExistingItem) => match === 'same-file' || match === 'name-and-time';

/** What is at the destination already, and which of it is taken over. */
export function ExistingDialog({
  publication: { id, name },
  onClose,
}: {
  publication: Publication;
  onClose: () => void;
}) {
  const { data, error, refetch } = useQuery(existingQuery(id));
  /** Those that are not ticked as they are at first. */
  const [turned, setTurned] = useState<ReadonlySet<string>>(new Set());
  const shown = (data?.items ?? []).filter(({ image_id }) => image_id !== null).slice(0, MOST_SHOWN);
  const isTicked = (item: ExistingItem) => isSure(item) !== turned.has(item.item);
  const taking = useMutation({
    mutationFn: () =>
      takeOver(
        id,
        shown.filter(isTicked).flatMap(({ item, image_id }) => (image_id === null ? [] : [{ item, image_id }])),
      ),
    networkMode: 'always',
    onSuccess: () => refetch(),
  });
  const turn = (item: string) => {
    const next = new Set(turned);
    if (!next.delete(item)) next.add(item);
    setTurned(next);
  };
  const taken = taking.data;
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('existing.title', { name })}
      actions={
        <DialogButtons
          action={t('existing.take')}
          close={page('common.close')}
          isOff={!shown.some(isTicked) || taking.isPending}
          onAction={() => taking.mutate()}
          onClose={onClose}
        />
      }
    >
      <div className={form.form}>
        <p className={text.muted}>{t('existing.how')}</p>
        <div role="status">
          {!data && !error && <p className={text.muted}>{t('looking')}</p>}
          {taken && <p>{t('existing.taken', { count: taken.taken, number: number(taken.taken) })}</p>}
          {data && data.untimed > 0 && (
            <p className={text.muted}>{t('existing.untimed', { count: data.untimed, number: number(data.untimed) })}</p>
          )}
          {data && (
            <ul className={styles.counts}>
              {(['matched', 'ambiguous', 'unmatched'] as const).map((kind) => (
                <li key={kind}>
                  <b>{number(data[kind])}</b> {t(`existing.${kind}`)}
                </li>
              ))}
            </ul>
          )}
        </div>
        {taken?.failed.map(({ item, reason }) => (
          <p key={item} className={text.complaint}>
            {item}: {reason}
          </p>
        ))}
        <div className={form.choices}>
          {shown.map((item) => (
            <label key={item.item} className={form.choice}>
              <input type="checkbox" name={item.item} checked={isTicked(item)} onChange={() => turn(item.item)} />
              <Cover id={item.image_id} />
              <span>
                {item.name} <span className={text.muted}>{item.match !== null && t(`existing.by.${item.match}`)}</span>
              </span>
            </label>
          ))}
        </div>
      </div>
      <p className={text.complaint} role="alert">
        {(error ?? taking.error) && <Reason error={error ?? taking.error} />}
      </p>
    </Dialog>
  );
}
