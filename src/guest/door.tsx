import { type SubmitEvent, useState } from 'react';
import { LONGEST_GUEST_NAME } from '../contract/guest-limits.ts';
import type { GuestDenial } from '../contract/guest-proof.ts';
import { AppNotice } from './app-notice.tsx';
import type { GuestLink } from './link/guest-link.ts';
import page from './ui/page.module.css';
import { t } from './words.ts';

/** What it takes to come in. It is sent in a body alone, and nothing is told before. */
export function Door({ link, needs }: { link: GuestLink; needs: ('password' | 'name')[] }) {
  const [wrong, setWrong] = useState<GuestDenial['why'] | 'away' | null>(null);
  const [isOpening, setOpening] = useState(false);
  const [hasCode, setHasCode] = useState(false);
  const enter = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const said = (name: string) => {
      const value = form.get(name);
      return typeof value === 'string' && value !== '' ? { [name]: value } : {};
    };
    setOpening(true);
    setWrong(await link.enter({ ...said('password'), ...said('name'), ...said('code') }));
    setOpening(false);
  };
  const asksName = needs.includes('name');
  const complaint = (of: GuestDenial['why']) => (wrong === of ? t.door.wrong[of] : null);
  const general = wrong !== null && !['password', 'name', 'code'].includes(wrong) ? t.door.wrong[wrong] : null;
  return (
    <main className={page.middle}>
      <AppNotice />
      <form method="post" className={page.card} onSubmit={(event) => void enter(event)}>
        <h1>{t.door.title}</h1>
        {needs.includes('password') && !hasCode && (
          <Field
            name="password"
            type="password"
            autoComplete="current-password"
            label={t.door.password}
            help={t.door.passwordHelp}
            complaint={complaint('password')}
          />
        )}
        {asksName && !hasCode && (
          <Field
            name="name"
            autoComplete="name"
            label={t.door.name}
            help={t.door.nameHelp}
            maxLength={LONGEST_GUEST_NAME}
            complaint={complaint('name')}
          />
        )}
        {asksName && hasCode && (
          <Field
            name="code"
            autoComplete="one-time-code"
            label={t.door.code}
            help={t.door.codeHelp}
            maxLength={20}
            complaint={complaint('code')}
          />
        )}
        <p role="alert" className={page.wrong}>
          {general}
        </p>
        <button type="submit" className={page.primary} disabled={isOpening}>
          {isOpening ? t.door.opening : t.door.open}
        </button>
        {asksName && (
          <button type="button" className={page.textButton} onClick={() => setHasCode(!hasCode)}>
            {hasCode ? t.door.noCode : t.door.haveCode}
          </button>
        )}
      </form>
    </main>
  );
}

interface FieldProps {
  name: string;
  type?: string;
  autoComplete: string;
  label: string;
  help: string;
  maxLength?: number;
  complaint: string | null;
}

function Field({ name, type = 'text', label, help, complaint, ...rest }: FieldProps) {
  return (
    <div className={page.field}>
      <label htmlFor={name}>{label}</label>
      <input
        id={name}
        name={name}
        type={type}
        required
        autoCapitalize={name === 'name' ? 'words' : 'off'}
        autoCorrect="off"
        spellCheck="false"
        aria-describedby={`${name}-help`}
        aria-invalid={complaint !== null}
        {...rest}
      />
      <p id={`${name}-help`} className={complaint === null ? page.help : page.wrong} role="status">
        {complaint ?? help}
      </p>
    </div>
  );
}
