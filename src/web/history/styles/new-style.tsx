import { type SubmitEvent, useId, useState } from 'react';
import { undoChange } from '../../api/organising.ts';
import { queryClient } from '../../api/query-client.ts';
import { useWhyNot } from '../../api/rights.ts';
import { createStyle, stylesQuery } from '../../api/styles.ts';
import { undoAction } from '../../organising/telling.ts';
import { button } from '../../ui/button.ts';
import { Reason } from '../../ui/reason.tsx';
import { say } from '../../ui/toasts.tsx';
import { t } from '../words.ts';
import controls from '../../ui/controls.module.css';
import fold from '../../ui/fold.module.css';
import { colon } from '../../i18n/words.ts';
import styles from './styles-dialog.module.css';

const listAnew = () => queryClient.invalidateQueries({ queryKey: stylesQuery().queryKey });

/** Keeps the look of a picture under a name. */
export function NewStyle({ id }: { id: number }) {
  const whyNot = useWhyNot('images:write');
  const [name, setName] = useState('');
  const [failure, setFailure] = useState<unknown>(null);
  const hint = useId();
  const create = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    setFailure(null);
    try {
      const { change, name: created } = await createStyle({ name: name.trim(), from: id });
      setName('');
      await listAnew();
      const takeBack = change === null ? {} : undoAction(() => void undoChange(change).then(listAnew, listAnew));
      say({ id: 'organise', title: t('styleCreated', { name: created.split('|').join(' › ') }), ...takeBack });
    } catch (error) {
      setFailure(error);
    }
  };
  return (
    <details className={fold.fold}>
      <summary>{t('styleNew')}</summary>
      {whyNot !== null ? (
        <p className={styles.note}>{whyNot}</p>
      ) : (
        <form className={styles.newStyle} onSubmit={(event) => void create(event)}>
          <input
            name="style"
            className={controls.field}
            aria-label={t('styleName')}
            aria-describedby={hint}
            placeholder={t('styleName')}
            required
            value={name}
            onChange={({ target }) => setName(target.value)}
          />
          <button type="submit" className={button()}>
            {t('styleCreate')}
          </button>
          <small id={hint}>{t('styleHow')}</small>
          <div role="status">
            {failure !== null && (
              <p className={styles.failed}>
                {t('styleNotCreated') + colon()}
                <Reason error={failure} />
              </p>
            )}
          </div>
        </form>
      )}
    </details>
  );
}
