import { type SubmitEvent, useId, useState } from 'react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { reasonOf } from '../api/reason.ts';
import { changeSettings, settingsQuery } from '../api/admin.ts';
import { noteRefusal, queryClient } from '../api/query-client.ts';
import { ApiError } from '../api/request.ts';
import { t } from './words.ts';
import { button } from '../ui/button.ts';
import controls from '../ui/controls.module.css';
import styles from './choose-library.module.css';

/** Chooses another library by its path. Problems with it are shown next to the field. */
export function ChooseLibrary({ words }: { words: string }) {
  const id = useId();
  const settings = useQuery(settingsQuery);
  const [path, setPath] = useState('');
  const change = useMutation({
    mutationFn: (library: string | null) => changeSettings({ library }),
    networkMode: 'always',
    onSuccess: (stored) => {
      queryClient.setQueryData(settingsQuery.queryKey, stored);
      // Everything on the page belongs to another library.
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
    <form className={styles.chooseLibrary} onSubmit={submit}>
      <p>{words}</p>
      <label htmlFor={id}>{t('path')}</label>
      <div className={styles.row}>
        <input
          id={id}
          className={controls.field}
          value={path}
          required
          placeholder="/home/…/library.db"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck="false"
          aria-invalid={complaint !== ''}
          aria-describedby={`${id}-complaint`}
          onChange={({ target }) => {
            setPath(target.value);
            change.reset();
          }}
        />
        <button type="submit" className={button('primary')} disabled={change.isPending}>
          {t(change.isPending ? 'using' : 'use')}
        </button>
        {typeof settings.data?.settings.library === 'string' && (
          <button type="button" className={button()} disabled={change.isPending} onClick={() => change.mutate(null)}>
            {t('useOwn')}
          </button>
        )}
      </div>
      <p className={styles.complaint} id={`${id}-complaint`} role="alert">
        {complaint !== '' && <span lang="en">{complaint.replace(/^must be/, 'Must be')}</span>}
      </p>
    </form>
  );
}

/** For a page without a library to show. */
export const LibraryElsewhere = () => <ChooseLibrary words={t('libraryGone')} />;
