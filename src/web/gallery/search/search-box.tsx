import { Suspense, useRef, useState } from 'react';
import { Search, X } from 'lucide-react';
import { t } from '../../i18n/words.ts';
import { SEARCH } from '../../keyboard/actions.ts';
import { isInField } from '../../keyboard/keys.ts';
import { useActions } from '../../keyboard/use-actions.ts';
import { latePanel } from '../../ui/late-part.tsx';
import type { GalleryView } from '../gallery-view.ts';
import controls from '../../ui/controls.module.css';
import type { Typed } from './typed.ts';
import styles from './search-box.module.css';

const LONGEST = 500;

const Help = latePanel(async () => (await import('./search-help.tsx')).SearchHelp);

/** The field itself. What it finds, and which words it offers, comes with the first touch. */
export function SearchBox({ view }: { view: GalleryView }) {
  const [typed, setTyped] = useState<Typed>({ text: view.search, at: view.search.length });
  const [address, setAddress] = useState(view.search);
  const [isUsed, setUsed] = useState(false);
  const [option, setOption] = useState<string | null>(null);
  const box = useRef<HTMLInputElement>(null);

  // The back button or "show everything" changed the address, so the box follows it.
  if (view.search !== address) {
    setAddress(view.search);
    setTyped({ text: view.search, at: view.search.length });
  }

  // Browsers tell of a selection alone, not of a caret that moves.
  const followCaret = ({ currentTarget }: { currentTarget: HTMLInputElement }) =>
    setTyped((now) => ({ ...now, at: currentTarget.selectionStart ?? now.text.length }));

  useActions(SEARCH, {
    slash: {
      when: (event) => !isInField(event) && box.current?.closest('[inert]') === null,
      do: () => {
        box.current?.focus();
        box.current?.select();
      },
    },
  });

  return (
    <search className={styles.search}>
      <Search size={17} className={styles.icon} aria-hidden />
      <input
        ref={box}
        className={controls.field}
        type="search"
        name="search"
        role="combobox"
        aria-label={t('search.label')}
        aria-autocomplete="list"
        aria-expanded={option !== null}
        aria-controls="search-options"
        aria-activedescendant={option ?? undefined}
        aria-describedby="search-note"
        placeholder={t('search.placeholder')}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck="false"
        maxLength={LONGEST}
        value={typed.text}
        onFocus={() => setUsed(true)}
        onChange={({ target }) => {
          setUsed(true);
          setTyped({ text: target.value, at: target.selectionStart ?? target.value.length });
        }}
        onKeyUp={followCaret}
        onPointerUp={followCaret}
      />
      {isUsed && (
        <Suspense fallback={null}>
          <Help
            field={box}
            view={view}
            typed={typed}
            onType={setTyped}
            onShow={(search) => setAddress(search)}
            onOption={setOption}
          />
        </Suspense>
      )}
      {typed.text !== '' && (
        <button
          type="button"
          className={styles.clear}
          aria-label={t('search.clear')}
          onClick={() => {
            setUsed(true);
            setTyped({ text: '', at: 0 });
            box.current?.focus();
          }}
        >
          <X size={16} aria-hidden />
        </button>
      )}
    </search>
  );
}
