import { type SubmitEvent, useEffect, useState } from 'react';
import { reasonOf } from '../api/reason.ts';
import { queryClient } from '../api/query-client.ts';
import { ApiError } from '../api/request.ts';
import { sessionQuery, signIn } from '../api/session.ts';
import { t } from '../i18n/words.ts';
import { navigate } from '../location.ts';
import { ConnectionBar } from '../ui/connection-bar.tsx';
import { Wordmark } from '../ui/icons.tsx';
import './sign-in.css';

/** For a browser that was opened by hand. Whoever comes through Safelight's own link never sees this page. */
export function SignIn({ expiredLink }: { expiredLink: boolean }) {
  const [failure, setFailure] = useState('');
  const [busy, setBusy] = useState(false);
  const [secretShown, setSecretShown] = useState(false);

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
    setBusy(true);
    setFailure('');
    try {
      await signIn({ client_id: field('client_id'), client_secret: field('client_secret') });
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
    <div className="app">
      <ConnectionBar />
      <main className="sign-in">
        <form className="sign-in-card" onSubmit={(event) => void submit(event)} aria-labelledby="sign-in-title">
          <Wordmark />
          <h1 id="sign-in-title">{t('signIn.heading')}</h1>
          {expiredLink && failure === '' && (
            <p className="sign-in-message" role="status">
              {t('signIn.usedLink')}
            </p>
          )}
          <label>
            {t('signIn.id')}
            <input
              className="field"
              name="client_id"
              autoComplete="username"
              autoCapitalize="none"
              spellCheck={false}
              required
              autoFocus
            />
          </label>
          <label>
            {t('signIn.secret')}
            <input
              className="field"
              name="client_secret"
              type={secretShown ? 'text' : 'password'}
              autoComplete="current-password"
              autoCapitalize="none"
              spellCheck={false}
              required
            />
          </label>
          <label className="sign-in-show">
            <input type="checkbox" checked={secretShown} onChange={({ target }) => setSecretShown(target.checked)} />
            {t('signIn.show')}
          </label>
          <p className="sign-in-failure" role="alert">
            {failure}
          </p>
          <button type="submit" className="button button-primary" disabled={busy}>
            {t(busy ? 'signIn.busy' : 'signIn.button')}
          </button>
        </form>
        <div className="sign-in-help">
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
  if (error instanceof ApiError && error.code === 'invalid_client') return t('signIn.wrong');
  if (error instanceof ApiError && error.code === 'slow_down') return `${t('signIn.slowDown')} ${error.message}`;
  return reasonOf(error);
}
