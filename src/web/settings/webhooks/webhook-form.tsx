import { type SubmitEvent, useState } from 'react';
import type { CreatedWebhook, Webhook, WebhookType } from '../../../contract/webhooks.ts';
import { addWebhook, changeWebhook } from '../../api/webhooks.ts';
import { button } from '../../ui/button.ts';
import { classes } from '../../ui/classes.ts';
import controls from '../../ui/controls.module.css';
import form from '../../ui/form.module.css';
import { Labelled } from '../../ui/labelled.tsx';
import { Reason } from '../../ui/reason.tsx';
import text from '../../ui/text.module.css';
import { TextField } from '../../ui/text-field.tsx';
import { useAct } from '../parts.tsx';
import { t } from './words.ts';

const WORDS = {
  'library.changed': 'types.libraryChanged',
  'library.switched': 'types.librarySwitched',
  'album.changed': 'types.albumChanged',
  'preview.ready': 'types.previewReady',
  'preview.failed': 'types.previewFailed',
  'change.finished': 'types.changeFinished',
  'exports.finished': 'types.exportsFinished',
  'queue.failed': 'types.queueFailed',
  'publication.finished': 'types.publicationFinished',
  'proof.mark': 'types.proofMark',
  'proof.done': 'types.proofDone',
} as const satisfies Record<WebhookType, string>;
const TYPES = Object.keys(WORDS) as WebhookType[];
const FIRST: WebhookType[] = ['exports.finished', 'publication.finished'];

interface Props {
  /** null: a new one. */
  webhook: Webhook | null;
  /** null: it was there before. */
  onDone: (added: CreatedWebhook | null) => void;
}

export function WebhookForm({ webhook, onDone }: Props) {
  const [name, setName] = useState(webhook?.name ?? '');
  const [url, setUrl] = useState(webhook?.url ?? '');
  const [types, setTypes] = useState<WebhookType[]>(webhook?.types ?? FIRST);
  const [isPrivate, setPrivate] = useState(webhook?.allow_private ?? false);
  const isReady = name.trim() !== '' && url.trim() !== '' && types.length > 0;
  const save = async () => {
    const wanted = { name, url: url.trim(), types, allow_private: isPrivate };
    if (!webhook) return addWebhook({ ...wanted, enabled: true });
    await changeWebhook(webhook.id, wanted);
    return null;
  };
  const keeping = useAct(save, { changes: ['webhooks'], quiet: true, done: onDone });
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isReady) keeping.mutate(undefined);
  };
  return (
    <form className={form.form} onSubmit={submit}>
      <TextField label={t('name')} value={name} most={100} onChange={setName} />
      <Labelled label={t('address')} help={t('addressHelp')}>
        {(names) => (
          <input
            className={classes(controls.field, text.mono)}
            value={url}
            maxLength={1000}
            inputMode="url"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck="false"
            onChange={({ target }) => setUrl(target.value)}
            {...names}
          />
        )}
      </Labelled>
      <fieldset className={form.choices}>
        <legend>{t('what')}</legend>
        {TYPES.map((type) => (
          <label key={type} className={form.choice}>
            <input
              name="type"
              type="checkbox"
              checked={types.includes(type)}
              onChange={({ target }) =>
                setTypes(TYPES.filter((each) => (each === type ? target.checked : types.includes(each))))
              }
            />
            <span>
              <span className={text.mono}>{type}</span>
              <span className={text.help}>{t(WORDS[type])}</span>
            </span>
          </label>
        ))}
      </fieldset>
      <label className={form.choice}>
        <input
          name="private"
          type="checkbox"
          checked={isPrivate}
          onChange={({ target }) => setPrivate(target.checked)}
        />
        <span>
          {t('private')}
          <span className={text.help}>{t('privateHelp')}</span>
        </span>
      </label>
      <p className={text.complaint} role="alert">
        {keeping.error && <Reason error={keeping.error} />}
      </p>
      <div className={form.actions}>
        <button type="submit" className={button('primary')} disabled={!isReady || keeping.isPending}>
          {t('save')}
        </button>
      </div>
    </form>
  );
}
