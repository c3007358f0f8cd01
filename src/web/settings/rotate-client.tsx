import { useState } from 'react';
import type { ClientInfo, ClientSecret } from '../../contract/clients.ts';
import { rotateClient } from '../api/admin.ts';
import { reasonOf } from '../api/reason.ts';
import { t as page } from '../i18n/words.ts';
import { button } from '../ui/button.ts';
import { useAct } from './parts.tsx';
import { t } from './words.ts';
import text from '../ui/text.module.css';
import form from '../ui/form.module.css';

const DAY_HOURS = 24;
/** Hours that the old secret may remain valid. */
const OVERLAPS = [0, 1, DAY_HOURS, 7 * DAY_HOURS, 30 * DAY_HOURS];

const overlapWords = (hours: number) => {
  if (hours === 0) return t('clients.ends');
  return hours < DAY_HOURS ? t('clients.hours', { count: hours }) : t('clients.days', { count: hours / DAY_HOURS });
};

interface Props {
  client: ClientInfo;
  onDone: (made: ClientSecret) => void;
  onCancel: () => void;
}

/** A new secret, and how long the old one remains valid. */
export function RotateClient({ client, onDone, onCancel }: Props) {
  const [hours, setHours] = useState(DAY_HOURS);
  const rotate = useAct(() => rotateClient(client.id, hours), { changes: ['clients'], quiet: true, done: onDone });
  return (
    <form
      className={form.form}
      onSubmit={(event) => {
        event.preventDefault();
        rotate.mutate(undefined);
      }}
    >
      <p className={text.muted}>{t('clients.rotateHow')}</p>
      <fieldset className={form.choices}>
        <legend>{t('clients.overlap')}</legend>
        {OVERLAPS.map((each) => (
          <label key={each} className={form.choice}>
            <input type="radio" name="overlap" checked={hours === each} onChange={() => setHours(each)} />
            {overlapWords(each)}
          </label>
        ))}
      </fieldset>
      <p className={text.complaint} role="alert">
        {rotate.error ? reasonOf(rotate.error) : ''}
      </p>
      <div className={form.actions}>
        <button type="button" className={button()} onClick={onCancel}>
          {page('common.cancel')}
        </button>
        <button type="submit" className={button('primary')} disabled={rotate.isPending}>
          {t('clients.rotateGo')}
        </button>
      </div>
    </form>
  );
}
