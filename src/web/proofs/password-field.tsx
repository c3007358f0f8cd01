import { SHORTEST_PASSWORD } from '../../contract/proof-choices.ts';
import controls from '../ui/controls.module.css';
import { Labelled } from '../ui/labelled.tsx';
import { t } from './words.ts';

/** What is wrong with a password that is typed; empty: nothing. */
export function passwordComplaint(password: string, isSecure: boolean): string {
  const typed = password.trim();
  if (typed === '') return '';
  if (!isSecure) return t('passwordNot');
  return typed.length < SHORTEST_PASSWORD ? t('passwordShort', { count: SHORTEST_PASSWORD }) : '';
}

/** It is shown while it is typed: it is told to guests. */
export function PasswordField({
  value,
  isKept = false,
  isSecure,
  onChange,
}: {
  value: string;
  isKept?: boolean;
  isSecure: boolean;
  onChange: (value: string) => void;
}) {
  return (
    <Labelled
      label={t('password')}
      help={t(isKept ? 'passwordKept' : 'passwordHow')}
      complaint={passwordComplaint(value, isSecure)}
    >
      {(names) => (
        <input
          className={controls.field}
          value={value}
          maxLength={200}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck="false"
          onChange={({ target }) => onChange(target.value)}
          {...names}
        />
      )}
    </Labelled>
  );
}
