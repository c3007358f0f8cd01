import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Aperture, Camera, Film, Search, Tag, X } from 'lucide-react';
import { facetsQuery, filmsQuery, tagsQuery } from '../api/images.ts';
import { useWhyNot } from '../api/rights.ts';
import { t } from '../i18n/words.ts';
import { SEARCH } from '../keyboard/actions.ts';
import { isInField } from '../keyboard/keys.ts';
import { useActions } from '../keyboard/use-actions.ts';
import { navigate } from '../location.ts';
import { type GalleryView, writeView } from './gallery-view.ts';
import controls from '../ui/controls.module.css';
import textLook from '../ui/text.module.css';
import styles from './search-box.module.css';

const TYPING_PAUSE_MS = 250;
const SUGGESTED = 4;
const LONGEST = 500;

interface Suggestion {
  value: string;
  kind: 'tag' | 'film' | 'camera' | 'lens';
  label: string;
  view: Partial<GalleryView>;
}

const ICONS = { tag: Tag, film: Film, camera: Camera, lens: Aperture };

/** Finds while typing; tags, film rolls, cameras and lenses of that name are one key away. */
export function SearchBox({ view }: { view: GalleryView }) {
  const [text, setText] = useState(view.search);
  const [written, setWritten] = useState(view.search);
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const listId = useId();
  const box = useRef<HTMLInputElement>(null);

  // The back button or "show everything" changed the address, so the box follows it.
  if (view.search !== written) {
    setWritten(view.search);
    setText(view.search);
  }

  const show = (next: GalleryView, replace: boolean) => {
    setWritten(next.search);
    navigate(`/${writeView(next)}`, { replace });
  };

  useEffect(() => {
    if (text === view.search) return;
    const timer = setTimeout(() => show({ ...view, search: text }, view.search !== ''), TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text, view]);

  useActions(SEARCH, {
    slash: {
      when: (event) => !isInField(event) && box.current?.closest('[inert]') === null,
      do: () => {
        box.current?.focus();
        box.current?.select();
      },
    },
  });

  const suggestions = useSuggestions(text.trim());
  const isOpen = open && suggestions.length > 0;
  const at = isOpen ? Math.min(active, suggestions.length - 1) : -1;

  const take = (item: Suggestion) => {
    setText('');
    setOpen(false);
    show({ ...view, ...item.view, search: '' }, false);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      if (isOpen) setOpen(false);
      else setText('');
      event.preventDefault();
      return;
    }
    if (event.key === 'Enter') {
      const chosen = suggestions[at];
      if (chosen) take(chosen);
      setOpen(false);
      return;
    }
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (by === undefined || suggestions.length === 0) return;
    event.preventDefault();
    if (!isOpen) {
      setOpen(true);
      setActive(by > 0 ? 0 : suggestions.length - 1);
      return;
    }
    // Beyond either end is the field itself: nothing is chosen there.
    const next = at + by;
    setActive(next >= suggestions.length ? -1 : next < -1 ? suggestions.length - 1 : next);
  };

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
        aria-expanded={isOpen}
        aria-controls={listId}
        {...(at >= 0 && { 'aria-activedescendant': `${listId}-${at}` })}
        placeholder={t('search.placeholder')}
        autoComplete="off"
        spellCheck={false}
        maxLength={LONGEST}
        value={text}
        onChange={({ target }) => {
          setText(target.value);
          setActive(-1);
          setOpen(target.value.trim() !== '');
        }}
        onKeyDown={onKeyDown}
        onBlur={() => setOpen(false)}
      />
      {isOpen && (
        <ul className={styles.suggestions} role="listbox" id={listId} aria-label={t('search.suggestions')}>
          {suggestions.map((item, index) => {
            const Icon = ICONS[item.kind];
            return (
              <li
                key={item.value}
                id={`${listId}-${index}`}
                className={styles.suggestion}
                role="option"
                aria-selected={index === at}
                // The field keeps the focus.
                onPointerDown={(event) => event.preventDefault()}
                onClick={() => take(item)}
                onPointerMove={() => setActive(index)}
              >
                <Icon size={15} aria-hidden />
                <span className={textLook.visuallyHidden}>{t(`filter.${item.kind}`)}: </span>
                {item.label}
              </li>
            );
          })}
        </ul>
      )}
      {text !== '' && (
        <button
          type="button"
          className={styles.clear}
          aria-label={t('search.clear')}
          onClick={() => {
            setText('');
            box.current?.focus();
          }}
        >
          <X size={16} aria-hidden />
        </button>
      )}
    </search>
  );
}

function useSuggestions(text: string): Suggestion[] {
  const enabled = text.length > 0;
  const [noTags, noFilms] = [useWhyNot('tags:read'), useWhyNot('films:read')];
  const tags = useQuery({ ...tagsQuery(text, SUGGESTED), enabled: enabled && noTags === null });
  const films = useQuery({ ...filmsQuery(text, SUGGESTED), enabled: enabled && noFilms === null });
  const facets = useQuery({ ...facetsQuery({}), enabled });
  if (!enabled) return [];
  const has = (name: string | null): name is string => name?.toLowerCase().includes(text.toLowerCase()) ?? false;
  const cameras = (facets.data?.cameras ?? []).flatMap(({ maker, model }) =>
    has(`${maker ?? ''} ${model ?? ''}`) ? [model ?? maker ?? ''] : [],
  );
  const lenses = (facets.data?.lenses ?? []).map(({ lens }) => lens).filter(has);
  const suggestion = (kind: Suggestion['kind'], label: string, view: Partial<GalleryView>) => ({
    value: `${kind} ${label}`,
    kind,
    label,
    view,
  });
  return [
    ...(tags.data?.items ?? []).map(({ name }) => suggestion('tag', name.split('|').join(' › '), { tag: name })),
    ...(films.data?.items ?? []).map(({ id, name }) => suggestion('film', name, { film: id })),
    ...cameras.slice(0, SUGGESTED).map((camera) => suggestion('camera', camera, { camera })),
    ...lenses.slice(0, SUGGESTED).map((lens) => suggestion('lens', lens, { lens })),
  ];
}
