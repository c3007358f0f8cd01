import { useEffect, useRef, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Autocomplete } from '@base-ui/react/autocomplete';
import { Aperture, Camera, Film, Search, Tag, X } from 'lucide-react';
import { facetsQuery, filmsQuery, tagsQuery } from '../api/images.ts';
import { t } from '../i18n/words.ts';
import { navigate } from '../location.ts';
import { type GalleryView, writeView } from './gallery-view.ts';

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

/** Finds as one types; tags, film rolls, cameras and lenses of that name are one key away. */
export function SearchBox({ view }: { view: GalleryView }) {
  const [text, setText] = useState(view.search);
  const [written, setWritten] = useState(view.search);
  const [open, setOpen] = useState(false);
  const box = useRef<HTMLInputElement>(null);

  // The back button, or "show everything": the address moved without us, so the box follows it.
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

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return;
      const { target } = event;
      if (target instanceof HTMLInputElement || target instanceof HTMLSelectElement) return;
      if (box.current?.closest('[inert]')) return;
      event.preventDefault();
      box.current?.focus();
      box.current?.select();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);

  const suggestions = useSuggestions(text.trim());
  const isOpen = open && suggestions.length > 0;

  return (
    <search className="search">
      <Search size={17} className="search-icon" aria-hidden />
      <Autocomplete.Root
        items={suggestions}
        mode="none"
        filter={null}
        value={text}
        open={isOpen}
        onOpenChange={setOpen}
        itemToStringValue={(item) => item.value}
        onValueChange={(value, { reason }) => {
          // A suggestion was taken: it says itself what becomes of the text.
          if (reason === 'item-press') return;
          setText(value);
          setOpen(value.trim() !== '');
        }}
      >
        <Autocomplete.Input
          ref={box}
          className="field"
          type="search"
          aria-label={t('search.label')}
          placeholder={t('search.placeholder')}
          spellCheck={false}
          maxLength={LONGEST}
          onKeyDown={(event) => {
            if (event.key === 'Escape' && !isOpen) setText('');
          }}
        />
        <Autocomplete.Portal>
          <Autocomplete.Positioner className="popover-place" sideOffset={6} align="start">
            <Autocomplete.Popup className="popover suggestions" aria-label={t('search.suggestions')}>
              <Autocomplete.List>
                {(item: Suggestion) => {
                  const Icon = ICONS[item.kind];
                  return (
                    <Autocomplete.Item
                      key={item.value}
                      value={item}
                      className="suggestion"
                      onClick={() => {
                        setText('');
                        setOpen(false);
                        show({ ...view, ...item.view, search: '' }, false);
                      }}
                    >
                      <Icon size={15} aria-hidden />
                      <span className="visually-hidden">{t(`filter.${item.kind}`)}: </span>
                      {item.label}
                    </Autocomplete.Item>
                  );
                }}
              </Autocomplete.List>
            </Autocomplete.Popup>
          </Autocomplete.Positioner>
        </Autocomplete.Portal>
      </Autocomplete.Root>
      {text !== '' && (
        <button
          type="button"
          className="search-clear"
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
  const tags = useQuery({ ...tagsQuery(text, SUGGESTED), enabled });
  const films = useQuery({ ...filmsQuery(text, SUGGESTED), enabled });
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
