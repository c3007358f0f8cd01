import { useEffect, useEffectEvent, useId } from 'react';
import { Check, CircleAlert, RotateCcw } from 'lucide-react';
import type { SettingDescription } from '../../contract/setting-descriptions.ts';
import type { SettingsAnswer } from '../../contract/settings.ts';
import { changeSettings, settingsQuery } from '../api/admin.ts';
import { queryClient } from '../api/query-client.ts';
import { linkTo } from '../location.ts';
import { classes } from '../ui/classes.ts';
import { Switch } from '../ui/switch.tsx';
import { OptionChoice } from './option-choice.tsx';
import { complaintAbout, Said, useAct } from './parts.tsx';
import { optionWords, settingWords } from './setting-words.ts';
import { TypedValue } from './typed-value.tsx';
import { type Control, controlOf, toText } from './value-schema.ts';
import { t } from './words.ts';
import text from '../ui/text.module.css';
import { colon } from '../i18n/words.ts';
import styles from './setting-field.module.css';

const SAVED_MS = 4000;

interface Props {
  item: SettingDescription;
  answer: SettingsAnswer;
}

type Field = ReturnType<typeof useField>;

/** The value of a setting, and the outcome of its last change. */
function useField({ item: { name, ...item }, answer }: Props) {
  const id = useId();
  const { [name]: value }: Record<string, unknown> = answer.settings;
  const save = useAct((next: unknown) => changeSettings({ [name]: next }), {
    changes: [],
    quiet: true,
    done: (stored) => queryClient.setQueryData(settingsQuery.queryKey, stored),
  });
  const { isSuccess, reset } = save;
  useEffect(() => {
    if (!isSuccess) return;
    const timer = setTimeout(reset, SAVED_MS);
    return () => clearTimeout(timer);
  }, [isSuccess, reset]);
  // Changed elsewhere: an earlier complaint no longer applies.
  const stored = JSON.stringify(value);
  const forget = useEffectEvent(() => {
    if (save.isError) reset();
  });
  useEffect(() => forget(), [stored]);
  const control = controlOf(item.schema);
  const describedBy = `${id}-help ${id}-state`;
  const unavailable = name === 'autostart' && answer.in_use.autostart === null ? t('field.noAutostart') : '';
  const isDefault = stored === JSON.stringify(item.default);
  const shown = save.isPending ? save.variables : value;
  return { id, name, control, describedBy, value, shown, isDefault, unavailable, save, put: save.mutate };
}

/**
 * One setting: its texts, the control for its schema, the outcome of the last change. Built from the description alone.
 */
export function SettingField(props: Props) {
  const { item } = props;
  const field = useField(props);
  const { id, name, control, isDefault, unavailable, put } = field;
  const { title, help } = settingWords(item);
  const defaultWords = toWords(name, control, item.default);
  const resetWords = control.is === 'several' ? t('field.reset') : t('field.resetTo', { value: defaultWords });
  return (
    <div className={classes(styles.setting, styles[control.is])} data-setting={name}>
      <div>
        {control.is === 'choice' || control.is === 'several' ? (
          <span className={styles.title} id={`${id}-title`}>
            {title}
          </span>
        ) : (
          <label className={styles.title} htmlFor={id}>
            {title}
          </label>
        )}
        <p className={text.help} id={`${id}-help`}>
          {help} {control.is === 'list' && t('field.onePerLine')}
        </p>
      </div>
      <div className={styles.control}>
        <ValueControl field={field} />
        {!isDefault && unavailable === '' && (
          <button
            type="button"
            className={styles.reset}
            title={t('field.reset')}
            aria-label={title + colon() + resetWords}
            onClick={() => put(null)}
          >
            <RotateCcw size={14} aria-hidden />
            {resetWords}
          </button>
        )}
      </div>
      <div className={styles.state} id={`${id}-state`}>
        <Outcome field={field} />
        <Notes {...props} field={field} />
      </div>
    </div>
  );
}

function ValueControl({ field }: { field: Field }) {
  const { id, name, control, describedBy, value, shown, unavailable, save, put } = field;
  switch (control.is) {
    case 'switch':
      return (
        <Switch
          id={id}
          aria-describedby={describedBy}
          checked={shown === true}
          disabled={unavailable !== ''}
          onChange={put}
        />
      );
    case 'choice':
      return (
        <OptionChoice
          {...{ id, describedBy, name }}
          type="radio"
          options={control.options}
          chosen={[shown]}
          onChoose={(option) => put(option)}
        />
      );
    case 'several': {
      const chosen = shown as unknown[];
      return (
        <OptionChoice
          {...{ id, describedBy, name, chosen }}
          type="checkbox"
          options={control.options}
          onChoose={(option, on) =>
            put(control.options.filter((each) => (each === option ? on : chosen.includes(each))))
          }
        />
      );
    }
    default:
      return (
        <TypedValue
          {...{ id, describedBy, control, value }}
          invalid={save.isError}
          busy={save.isPending}
          onSave={put}
          onDiscard={() => save.reset()}
          saved={save.isSuccess}
        />
      );
  }
}

function Outcome({ field: { name, save } }: { field: Field }) {
  return (
    <>
      <p className={text.complaint} role="alert">
        {save.isError && (
          <>
            <CircleAlert size={15} aria-hidden />
            {complaintAbout(save.error, name)}
          </>
        )}
      </p>
      <p className={styles.saved} role="status">
        {save.isPending && t('field.saving')}
        {save.isSuccess && (
          <>
            <Check size={15} aria-hidden />
            {t('field.saved')}
          </>
        )}
      </p>
    </>
  );
}

/** What else there is to know: when it takes effect, and what is in use. */
function Notes({ item, answer, field: { name, value, unavailable } }: Props & { field: Field }) {
  const used = inUse(name, answer);
  return (
    <>
      {answer.restart_needed.includes(name) ? (
        <p className={classes(text.note, text.noteStrong)}>{t('field.restart')}</p>
      ) : (
        item.effect === 'start' && <p className={text.note}>{t('field.fromStart')}</p>
      )}
      {used !== '' && used !== value && (
        <p className={text.note}>
          {t('field.inUse') + colon()}
          <span className={text.mono}>{used}</span>
        </p>
      )}
      {answer.command_line.includes(name) && <p className={text.note}>{t('field.commandLine')}</p>}
      {name === 'exportDir' && answer.in_use.export_dir_notice !== null && (
        <p className={text.note}>
          <Said>{answer.in_use.export_dir_notice}</Said>
        </p>
      )}
      {unavailable !== '' && <p className={text.note}>{unavailable}</p>}
      {name === 'lan' && value === true && <LanAddresses answer={answer} />}
    </>
  );
}

/** The effective value of an empty field: the service sends it under the same name, in its own spelling. */
function inUse(name: string, { in_use }: SettingsAnswer): string {
  const known = in_use as Record<string, unknown>;
  const value = known[name] ?? known[name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)];
  return typeof value === 'string' ? value : '';
}

function toWords(name: string, control: Control, value: unknown): string {
  if (control.is === 'switch') return t(value === true ? 'field.on' : 'field.off');
  if (control.is === 'choice') return optionWords(name, String(value)).title;
  return toText(control, value) || t('field.empty');
}

function LanAddresses({ answer: { in_use } }: { answer: SettingsAnswer }) {
  if (in_use.lan_urls.length === 0) return <p className={text.note}>{t('field.lanNone')}</p>;
  return (
    <p className={text.note}>
      {t('field.lanUrls')}{' '}
      {in_use.lan_urls.map((url) => (
        <span key={url} className={text.mono}>
          {url}{' '}
        </span>
      ))}
      <a {...linkTo('/settings/devices')}>{t('field.pairPhone')}</a>
    </p>
  );
}
