import { useState } from 'react';
import type { PROOF_GUESTS } from '../../contract/proof-choices.ts';
import { LINK_PREVIEWS, MOST_PROOF_PICTURES, PROOF_DOWNLOADS, PROOF_ORDERS } from '../../contract/proof-choices.ts';
import { KEPT } from '../../contract/recipe-formats.ts';
import { dateTime } from '../i18n/words.ts';
import { ChoiceField } from '../publishing/choice-field.tsx';
import controls from '../ui/controls.module.css';
import form from '../ui/form.module.css';
import { Labelled } from '../ui/labelled.tsx';
import { TextField } from '../ui/text-field.tsx';
import { Checks } from './choices.tsx';
import { localTime, momentOf, timeLeft } from './expiry.ts';
import type { ProofFields } from './proof-fields.ts';
import styles from './proofs.module.css';
import { t } from './words.ts';

interface Props {
  fields: ProofFields;
  onChange: (fields: ProofFields) => void;
}

const MAY = ['favorite', 'stars', 'verdict', 'comments', 'final_text'] as const;
const QUIET = [1, 10, 60] as const;

export function TitleFields({ fields, onChange }: Props) {
  return (
    <>
      <TextField
        label={t('name')}
        help={t('nameHow')}
        value={fields.title}
        most={100}
        onChange={(title) => onChange({ ...fields, title })}
      />
      <Labelled label={t('welcome')} help={t('welcomeHow')}>
        {(names) => (
          <textarea
            className={styles.text}
            rows={2}
            maxLength={2_000}
            value={fields.welcome}
            onChange={({ target }) => onChange({ ...fields, welcome: target.value })}
            {...names}
          />
        )}
      </Labelled>
    </>
  );
}

/** What guests may do, and of what how much. */
export function MayFields({ fields, guests, onChange }: Props & { guests: (typeof PROOF_GUESTS)[number] }) {
  const { allows } = fields;
  const whose = t(guests === 'together' ? 'most.together' : 'most.each');
  return (
    <>
      <Checks
        legend={t('may')}
        options={MAY.map((name) => ({ name, words: t(`mays.${name}`), isOn: allows[name] }))}
        onChange={(name, isOn) => onChange({ ...fields, allows: { ...allows, [name]: isOn } })}
      />
      {allows.favorite && (
        <MostField
          label={t('most.favorites')}
          help={whose}
          value={fields.most_favorites}
          onChange={(most_favorites) => onChange({ ...fields, most_favorites })}
        />
      )}
      {allows.verdict && (
        <MostField
          label={t('most.yes')}
          help={whose}
          value={fields.most_yes}
          onChange={(most_yes) => onChange({ ...fields, most_yes })}
        />
      )}
    </>
  );
}

function MostField({
  label,
  help,
  value,
  onChange,
}: {
  label: string;
  help: string;
  value: number | null;
  onChange: (value: number | null) => void;
}) {
  return (
    <Labelled label={label} help={help}>
      {(names) => (
        <input
          className={styles.few}
          inputMode="numeric"
          autoComplete="off"
          value={value ?? ''}
          onChange={({ target }) => {
            const digits = target.value.replace(/\D/g, '');
            const most = Math.min(Number(digits), MOST_PROOF_PICTURES);
            onChange(most === 0 ? null : most);
          }}
          {...names}
        />
      )}
    </Labelled>
  );
}

export function ExpiryField({ fields, onChange }: Props) {
  const [now] = useState(() => Date.now());
  const isPast = Date.parse(fields.expires_at) <= now;
  return (
    <Labelled
      label={t('expires')}
      help={
        isPast ? '' : t('expiresHow', { time: dateTime(fields.expires_at), left: timeLeft(fields.expires_at, now) })
      }
      complaint={isPast ? t('expired') : ''}
    >
      {(names) => (
        <input
          type="datetime-local"
          className={controls.field}
          value={localTime(fields.expires_at)}
          required
          onChange={({ target }) => {
            const moment = momentOf(target.value);
            if (moment !== null) onChange({ ...fields, expires_at: moment });
          }}
          {...names}
        />
      )}
    </Labelled>
  );
}

/** What most proofs need not change. */
export function MoreFields({ fields, onChange }: Props) {
  const { downloads, keep, quiet_minutes: quiet } = fields;
  const quiets = [...new Set([...QUIET, ...(quiet === null ? [] : [quiet])])].sort((one, other) => one - other);
  return (
    <details className={styles.more}>
      <summary>{t('more')}</summary>
      <div className={form.form}>
        <ChoiceField
          label={t('downloads')}
          value={downloads}
          options={PROOF_DOWNLOADS.map((value) => ({ value, words: t(`download.${value}`) }))}
          onChange={(value) =>
            onChange({ ...fields, downloads: PROOF_DOWNLOADS.find((one) => one === value) ?? downloads })
          }
        />
        {downloads !== 'none' && (
          <label className={form.choice}>
            <input
              type="checkbox"
              name="archive"
              checked={fields.archive}
              onChange={({ target }) => onChange({ ...fields, archive: target.checked })}
            />
            <span>{t('archive')}</span>
          </label>
        )}
        <TextField
          label={t('watermark')}
          help={t('watermarkHow')}
          value={fields.watermark}
          most={60}
          onChange={(watermark) => onChange({ ...fields, watermark })}
        />
        <Checks
          isBrief
          legend={t('keeps')}
          options={KEPT.map((name) => ({ name, words: t(`keep.${name}`), isOn: keep.includes(name) }))}
          onChange={(name, isOn) =>
            onChange({ ...fields, keep: KEPT.filter((one) => (one === name ? isOn : keep.includes(one))) })
          }
        />
        <Checks
          legend={t('shows')}
          options={[
            { name: 'shows_others', words: t('showsOthers'), isOn: fields.shows_others },
            { name: 'shows_names', words: t('showsNames'), isOn: fields.shows_names },
          ]}
          onChange={(name, isOn) => onChange({ ...fields, [name]: isOn })}
        />
        <ChoiceField
          label={t('order')}
          value={fields.order}
          options={PROOF_ORDERS.map((value) => ({ value, words: t(`orders.${value}`) }))}
          onChange={(value) =>
            onChange({ ...fields, order: PROOF_ORDERS.find((one) => one === value) ?? fields.order })
          }
        />
        <ChoiceField
          label={t('preview')}
          value={fields.link_preview}
          options={LINK_PREVIEWS.map((value) => ({ value, words: t(`previews.${value}`) }))}
          onChange={(value) =>
            onChange({ ...fields, link_preview: LINK_PREVIEWS.find((one) => one === value) ?? fields.link_preview })
          }
        />
        <ChoiceField
          label={t('quiet')}
          value={String(quiet)}
          options={[
            ...quiets.map((minutes) => ({ value: String(minutes), words: t('quiets.after', { count: minutes }) })),
            { value: 'null', words: t('quiets.never') },
          ]}
          onChange={(value) => onChange({ ...fields, quiet_minutes: value === 'null' ? null : Number(value) })}
        />
      </div>
    </details>
  );
}
