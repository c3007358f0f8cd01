import { type SubmitEvent, useEffect, useState } from 'react';
import { reasonOf } from '../api/reason.ts';
import { queryClient } from '../api/query-client.ts';
import { ApiError } from '../api/request.ts';
import { sessionQuery, signIn } from '../api/session.ts';
import { navigate } from '../location.ts';
import { forgetKeptSet } from '../offline/kept-set.ts';
import { WaitingDecisions } from '../offline/waiting-decisions.tsx';
import { ConnectionBar } from '../ui/connection-bar.tsx';
import { Wordmark } from '../ui/icons.tsx';
import { button } from '../ui/button.ts';
import { classes } from '../ui/classes.ts';
import { takesFocus } from '../ui/takes-focus.ts';
import controls from '../ui/controls.module.css';
import layout from '../ui/layout.module.css';
import text from '../ui/text.module.css';
import styles from './sign-in.module.css';
import { t } from './words.ts';

/** For a browser that is not signed in: one that was opened by hand, an installed app, a device that was signed out. */
export function SignIn({ expiredLink }: { expiredLink: boolean }) {
  const [failure, setFailure] = useState('');
  const [busy, setBusy] = useState(false);
  const [secretShown, setSecretShown] = useState(false);

  useEffect(() => void forgetKeptSet(), []);
  useEffect(() => {
    document.title = `${t('signIn.title')} – Safelight`;
  }, []);

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const field = (name: string) => {
      const value = form.get(name);
      return typeof value === 'string' ? value.trim() : '';
    };
    const code = field('code');
    setBusy(true);
    setFailure('');
    try {
      await signIn(code === '' ? { client_id: field('client_id'), client_secret: field('client_secret') } : { code });
      if (expiredLink) navigate('/', { replace: true });
      await queryClient.resetQueries();
      await queryClient.query({ ...sessionQuery, staleTime: 0 });
    } catch (error) {
      setFailure(messageOf(error));
    } finally {
      setBusy(false);
    }
  };

  return (
    <div className={layout.page}>
      <ConnectionBar />
      <main className={styles.signIn}>
        <div className={styles.card}>
          <Wordmark />
          <h1 id="sign-in-title">{t('signIn.heading')}</h1>
          {expiredLink && failure === '' && (
            <p className={styles.message} role="status">
              {t('signIn.usedLink')}
            </p>
          )}
          <form className={styles.form} onSubmit={(event) => void submit(event)} aria-label={t('signIn.code')}>
            <label>
              {t('signIn.code')}
              <input
                className={classes(controls.field, text.mono)}
                name="code"
                placeholder="XXXX-XXXX-XXXX"
                autoComplete="one-time-code"
                autoCapitalize="characters"
                spellCheck="false"
                required
              />
            </label>
            <p className={styles.how}>{t('signIn.codeHow')}</p>
            <button type="submit" className={button()} disabled={busy}>
              {t('signIn.useCode')}
            </button>
          </form>
          <p className={styles.or}>{t('signIn.or')}</p>
          <form className={styles.form} onSubmit={(event) => void submit(event)} aria-labelledby="sign-in-title">
            <label>
              {t('signIn.id')}
              <input
                className={controls.field}
                name="client_id"
                autoComplete="username"
                autoCapitalize="none"
                spellCheck="false"
                required
                ref={takesFocus}
              />
            </label>
            <label>
              {t('signIn.secret')}
              <input
                className={controls.field}
                name="client_secret"
                type={secretShown ? 'text' : 'password'}
                autoComplete="current-password"
                autoCapitalize="none"
                spellCheck="false"
                required
              />
            </label>
            <label className={styles.show}>
              <input
                name="show"
                type="checkbox"
                checked={secretShown}
                onChange={({ target }) => setSecretShown(target.checked)}
              />
              {t('signIn.show')}
            </label>
            <button type="submit" className={button('primary')} disabled={busy}>
              {t(busy ? 'signIn.busy' : 'signIn.button')}
            </button>
          </form>
          <p className={styles.failure} role="alert">
            {failure}
          </p>
        </div>
        <div className={styles.help}>
          <WaitingDecisions />
          <p>
            {t('signIn.linkBefore')} <code>safelight sign-in-link</code> {t('signIn.linkAfter')}
          </p>
          <p>
            <code>safelight clients add --id NAME</code> {t('signIn.addAfter')}
          </p>
        </div>
      </main>
    </div>
  );
}

function messageOf(error: unknown): string {
  if (error instanceof ApiError && error.code === 'unauthorized') return t('signIn.wrongCode');
  if (error instanceof ApiError && error.code === 'invalid_client') return t('signIn.wrong');
  if (error instanceof ApiError && error.code === 'slow_down') return `${t('signIn.slowDown')} ${error.message}`;
  return reasonOf(error);
}
