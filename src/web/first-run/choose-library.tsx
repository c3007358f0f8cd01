import { type SubmitEvent, useId, useState } from 'react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { reasonOf } from '../api/reason.ts';
import { changeSettings, settingsQuery } from '../api/admin.ts';
import { noteRefusal, queryClient } from '../api/query-client.ts';
import { ApiError } from '../api/request.ts';
import { t } from './words.ts';
import './first-run.css';

/** Another library, named by its path. What is wrong with it is said beside it. */
export function ChooseLibrary({ words }: { words: string }) {
  const id = useId();
  const settings = useQuery(settingsQuery);
  const [path, setPath] = useState('');
  const change = useMutation({
    mutationFn: (library: string | null) => changeSettings({ library }),
    networkMode: 'always',
    onSuccess: (stored) => {
      queryClient.setQueryData(settingsQuery.queryKey, stored);
      // All that is on the page is of another library.
      void queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'session' });
    },
    onError: (error: Error) => noteRefusal(error),
  });
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    change.mutate(path.trim());
  };
  const { error } = change;
  const complaint = (error instanceof ApiError ? error.fields.library : undefined) ?? (error ? reasonOf(error) : '');
  return (
    <form className="choose-library" onSubmit={submit}>
      <p>{words}</p>
      <label htmlFor={id}>{t('path')}</label>
      <div className="choose-library-row">
        <input
          id={id}
          className="field"
          value={path}
          required
          placeholder="/home/…/library.db"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          aria-invalid={complaint !== ''}
          aria-describedby={`${id}-complaint`}
          onChange={({ target }) => {
            setPath(target.value);
            change.reset();
          }}
        />
        <button type="submit" className="button button-primary" disabled={change.isPending}>
          {t(change.isPending ? 'using' : 'use')}
        </button>
        {typeof settings.data?.settings.library === 'string' && (
          <button type="button" className="button" disabled={change.isPending} onClick={() => change.mutate(null)}>
            {t('useOwn')}
          </button>
        )}
      </div>
      <p className="choose-library-complaint" id={`${id}-complaint`} role="alert">
        {complaint !== '' && <span lang="en">{complaint.replace(/^must be/, 'Must be')}</span>}
      </p>
    </form>
  );
}

/** For a page that has no library to show. */
export const LibraryElsewhere = () => <ChooseLibrary words={t('libraryGone')} />;
