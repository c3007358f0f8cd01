import { type KeyboardEvent, type ReactNode, useEffect, useId, useState } from 'react';
import { Check, CircleAlert, RotateCcw } from 'lucide-react';
import type { SettingDescription, SettingsAnswer } from '../../contract/settings.ts';
import { changeSettings, settingsQuery } from '../api/admin.ts';
import { queryClient } from '../api/query-client.ts';
import { linkTo } from '../location.ts';
import { complaintAbout, Said, useAct } from './parts.tsx';
import { Switch } from '../ui/switch.tsx';
import { optionWords, settingWords } from './setting-words.ts';
import { type Control, controlOf, fromText, toText } from './value-schema.ts';
import { t } from './words.ts';
import { classes } from '../ui/classes.ts';
import text from '../ui/text.module.css';
import form from './form.module.css';
import styles from './setting-field.module.css';

const SAVED_MS = 4000;

/** One setting: its words, the control that its schema asks for, what became of the last change. Built from the description alone. */
export function SettingField({ item, answer }: { item: SettingDescription; answer: SettingsAnswer }) {
  const { name } = item;
  const id = useId();
  const control = controlOf(item.schema);
  const values = answer.settings as Record<string, unknown>;
  const value = values[name];
  const { title, help } = settingWords(item);
  const [saved, setSaved] = useState(false);
  const save = useAct((next: unknown) => changeSettings({ [name]: next }), {
    changes: [],
    quiet: true,
    done: (stored) => {
      queryClient.setQueryData(settingsQuery.queryKey, stored);
      setSaved(true);
    },
  });
  useEffect(() => {
    if (!saved) return;
    const timer = setTimeout(() => setSaved(false), SAVED_MS);
    return () => clearTimeout(timer);
  }, [saved]);
  // Changed elsewhere: a complaint about a former attempt is none any more.
  const stored = JSON.stringify(value);
  useEffect(() => {
    if (save.isError) save.reset();
  }, [stored]);

  const isDefault = JSON.stringify(value) === JSON.stringify(item.default);
  const unavailable = name === 'autostart' && answer.in_use.autostart === null ? t('field.noAutostart') : '';
  const describedBy = `${id}-help ${id}-state`;
  const put = (next: unknown) => {
    setSaved(false);
    save.mutate(next);
  };
  const shown = save.isPending ? save.variables : value;
  const shared = { id, describedBy, title, invalid: save.isError };

  const defaultWords = toWords(name, control, item.default);
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
        {control.is === 'switch' && (
          <Switch
            id={id}
            aria-describedby={describedBy}
            checked={shown === true}
            disabled={unavailable !== ''}
            onChange={put}
          />
        )}
        {control.is === 'choice' && (
          <Options {...shared} name={name} type="radio" options={control.options} chosen={[shown]} onChoose={put} />
        )}
        {control.is === 'several' && (
          <Options
            {...shared}
            name={name}
            type="checkbox"
            options={control.options}
            chosen={shown as unknown[]}
            onChoose={(option, on) =>
              put(control.options.filter((each) => (each === option ? on : (shown as unknown[]).includes(each))))
            }
          />
        )}
        {(control.is === 'text' || control.is === 'number' || control.is === 'list') && (
          <Typed
            {...shared}
            // What another window stored replaces what is shown here, but never what is being typed.
            control={control}
            value={value}
            busy={save.isPending}
            onSave={put}
            onDiscard={() => save.reset()}
            saved={save.isSuccess}
          />
        )}
        {!isDefault && unavailable === '' && (
          <button
            type="button"
            className={styles.reset}
            title={t('field.reset')}
            aria-label={`${title}: ${t('field.reset')}`}
            onClick={() => put(null)}
          >
            <RotateCcw size={14} aria-hidden />
            {control.is === 'several' ? t('field.reset') : t('field.resetTo', { value: defaultWords })}
          </button>
        )}
      </div>
      <div className={styles.state} id={`${id}-state`}>
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
          {saved && !save.isPending && (
            <>
              <Check size={15} aria-hidden />
              {t('field.saved')}
            </>
          )}
        </p>
        {answer.restart_needed.includes(name) ? (
          <p className={classes(text.note, text.noteStrong)}>{t('field.restart')}</p>
        ) : (
          item.effect === 'start' && <p className={text.note}>{t('field.fromStart')}</p>
        )}
        {inUse(name, answer) !== '' && inUse(name, answer) !== value && (
          <p className={text.note}>
            {t('field.inUse')}: <span className={text.mono}>{inUse(name, answer)}</span>
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
      </div>
    </div>
  );
}

/** What an empty field means at the moment: the service tells it under the same name, written its way. */
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

interface Shared {
  id: string;
  title: string;
  describedBy: string;
  invalid: boolean;
}

function Options({
  id,
  describedBy,
  name,
  type,
  options,
  chosen,
  onChoose,
}: Shared & {
  name: string;
  type: 'radio' | 'checkbox';
  options: readonly (string | number)[];
  chosen: readonly unknown[];
  onChoose: (option: string | number, on: boolean) => void;
}): ReactNode {
  return (
    <div
      className={classes(form.choices, type === 'checkbox' && form.choicesMany)}
      role={type === 'radio' ? 'radiogroup' : 'group'}
      aria-labelledby={`${id}-title`}
      aria-describedby={describedBy}
    >
      {options.map((option) => {
        const words = optionWords(name, option);
        return (
          <label key={option} className={form.choice}>
            <input
              type={type}
              name={id}
              checked={chosen.includes(option)}
              onChange={({ target }) => onChoose(option, target.checked)}
            />
            <span>
              {words.title}
              {words.help !== undefined && <span className={text.help}>{words.help}</span>}
            </span>
          </label>
        );
      })}
    </div>
  );
}

/** Nothing half typed is stored: Enter or the button does it, Esc goes back. */
function Typed({
  id,
  describedBy,
  invalid,
  control,
  value,
  busy,
  saved,
  onSave,
  onDiscard,
}: Shared & {
  control: Control;
  value: unknown;
  busy: boolean;
  saved: boolean;
  onSave: (value: unknown) => void;
  onDiscard: () => void;
}) {
  const shown = toText(control, value);
  const [draft, setDraft] = useState<string | null>(null);
  useEffect(() => {
    if (saved) setDraft(null);
  }, [saved]);
  const isChanged = draft !== null && draft !== shown;
  const discard = () => {
    setDraft(null);
    onDiscard();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && isChanged) {
      event.preventDefault();
      discard();
    }
    if (event.key === 'Enter' && isChanged && (control.is !== 'list' || event.ctrlKey)) {
      event.preventDefault();
      onSave(fromText(control, draft));
    }
  };
  const shared = {
    id,
    'aria-describedby': describedBy,
    'aria-invalid': invalid,
    value: draft ?? shown,
    spellCheck: false,
    autoCapitalize: 'none',
    autoComplete: 'off',
    onKeyDown,
    onChange: ({ target }: { target: { value: string } }) => setDraft(target.value),
  };
  return (
    <div className={styles.typed}>
      {control.is === 'list' ? (
        <textarea
          className={classes('field', text.mono)}
          rows={Math.min(8, Math.max(2, shared.value.split('\n').length))}
          {...shared}
        />
      ) : (
        <input
          className={classes('field', control.is === 'number' ? styles.numberInput : text.mono)}
          type="text"
          inputMode={control.is === 'number' ? 'numeric' : 'text'}
          {...shared}
        />
      )}
      {isChanged && (
        <div className={styles.typedActions}>
          <button
            type="button"
            className="button button-primary"
            disabled={busy}
            onClick={() => onSave(fromText(control, draft))}
          >
            {t('field.save')}
          </button>
          <button type="button" className="button button-quiet" onClick={discard}>
            {t('field.discard')}
          </button>
        </div>
      )}
    </div>
  );
}
