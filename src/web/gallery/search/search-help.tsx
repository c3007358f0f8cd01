import { type RefObject, useEffect, useEffectEvent, useState } from 'react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Aperture, Camera, Film, Search, Tag } from 'lucide-react';
import { FIELD_NAMES, type FieldName } from '../../../contract/search-fields.ts';
import { parseSearch } from '../../../contract/search-words.ts';
import { suggestionsQuery } from '../../api/images.ts';
import { number, t as page } from '../../i18n/words.ts';
import { navigate } from '../../location.ts';
import { filterParameters, type GalleryView, writeView } from '../gallery-view.ts';
import { troubleIn, valueWords } from './search-trouble.ts';
import { t } from './words.ts';
import textLook from '../../ui/text.module.css';
import type { Typed } from './typed.ts';
import styles from './search-box.module.css';

const TYPING_PAUSE_MS = 250;
const FIELDS_OFFERED = 3;

interface Option {
  /** In place of the text from one place to the other. */
  word: string;
  from: number;
  to: number;
  field: FieldName | null;
  label: string;
  count?: number;
  /** More is to be typed behind it. */
  isOpen?: boolean;
}

interface Props {
  field: RefObject<HTMLInputElement | null>;
  view: GalleryView;
  typed: Typed;
  onType: (typed: Typed) => void;
  /** Told before the address changes. */
  onShow: (search: string) => void;
  /** The id of the chosen option; '' for none, null while no options are shown. */
  onOption: (id: string | null) => void;
}

const ICONS: Partial<Record<FieldName, typeof Tag>> = { tag: Tag, roll: Film, camera: Camera, lens: Aperture };

/** Searches while somebody types, as soon as every word is whole; offers words, and tells what a word lacks. */
export function SearchHelp({ field, view, typed, onType, onShow, onOption }: Props) {
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const { text, at } = typed;
  // Something may have been typed before this was loaded.
  const [seen, setSeen] = useState(view.search);
  if (text !== seen) {
    setSeen(text);
    setActive(-1);
    setOpen(true);
  }

  const { data, isPlaceholderData, isFetching } = useQuery({
    ...suggestionsQuery(suggestionParameters(view, typed)),
    enabled: isOpen && text.trim() !== '',
    placeholderData: keepPreviousData,
  });
  const isKnown = data && !isPlaceholderData ? data.known : undefined;
  const trouble = troubleIn(text);
  const word = wordAt(text, at);
  const named = word && 'field' in word.wants && word.wants.field in ICONS ? word.wants : null;
  const nameless = named && isKnown === false ? named : null;
  /** While it is not known whether there is such a name, the last search stays, too. */
  const isHeld =
    trouble?.holds === true || nameless !== null || (named !== null && isKnown === undefined && isOpen && isFetching);
  const note = trouble?.words ?? (nameless && t(`noName.${nameless.field as 'tag'}`, { name: nameless.value })) ?? '';

  const show = (search: string) => {
    onShow(search);
    navigate(`/${writeView({ ...view, search })}`, { replace: view.search !== '' });
  };
  const showTyped = useEffectEvent(() => {
    if (text !== view.search && !isHeld) show(text);
  });
  useEffect(() => {
    const timer = setTimeout(showTyped, TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text, isHeld]);

  const { from, to } = placeOf(text, at);
  const options: Option[] =
    text.trim() === '' || !isOpen
      ? []
      : [
          ...(trouble?.meant.map((word) => ({ from: trouble.from, to: trouble.to, word, field: null, label: word })) ??
            []),
          ...(data?.items ?? []).map(({ word, field, value, count }) => ({
            from,
            to,
            word,
            field,
            label: valueWords(field, value),
            count,
          })),
          ...fieldsBegunBy(text, at),
        ];
  const chosen = active < options.length ? active : -1;
  const optionId = options.length === 0 ? null : chosen < 0 ? '' : `search-option-${chosen}`;
  const tellOption = useEffectEvent(onOption);
  useEffect(() => tellOption(optionId), [optionId]);

  const take = ({ word, from, to, isOpen: goesOn }: Option) => {
    const after = text.slice(to);
    const put = goesOn || after.startsWith(' ') ? word : `${word} `;
    const next = text.slice(0, from) + put + after;
    const caret = from + put.length;
    onType({ text: next, at: caret });
    setSeen(next);
    setActive(-1);
    setOpen(goesOn === true);
    if (!goesOn && !troubleIn(next)?.holds) show(next);
    requestAnimationFrame(() => field.current?.setSelectionRange(caret, caret));
  };
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      if (options.length > 0) setOpen(false);
      else onType({ text: '', at: 0 });
      event.preventDefault();
      return;
    }
    if (event.key === 'Enter') {
      const option = options[chosen];
      if (option) take(option);
      else setOpen(false);
      return;
    }
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    setOpen(true);
    // Beyond either end is the field itself: nothing is chosen there.
    const next = chosen + by;
    setActive(next >= options.length ? -1 : next < -1 ? options.length - 1 : next);
  });
  const onBlur = useEffectEvent(() => setOpen(false));
  useEffect(() => {
    const input = field.current;
    const end = new AbortController();
    input?.addEventListener('keydown', onKey, end);
    input?.addEventListener('blur', onBlur, end);
    return () => end.abort();
  }, [field]);

  const isShown = options.length > 0 || note !== '';
  return (
    <div className={styles.help} hidden={!isShown}>
      {note !== '' && (
        <p className={styles.note} id="search-note" role="status">
          {note} {isHeld && text !== view.search && t('held')}
        </p>
      )}
      <ul className={styles.suggestions} role="listbox" id="search-options" aria-label={page('search.suggestions')}>
        {options.map((option, index) => {
          const Icon = (option.field && ICONS[option.field]) ?? Search;
          return (
            <li
              key={option.word}
              id={`search-option-${index}`}
              className={styles.suggestion}
              role="option"
              aria-selected={index === chosen}
              // The field keeps the focus.
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => take(option)}
              onPointerMove={() => setActive(index)}
            >
              <Icon size={15} aria-hidden />
              <span className={styles.kind}>{option.field === null ? t('meant') : t(option.field)}</span>
              <span className={styles.label}>{option.label}</span>
              {option.count !== undefined && (
                <span className={styles.count}>
                  {number(option.count)}
                  <span className={textLook.visuallyHidden}> {page('gallery.list')}</span>
                </span>
              )}
            </li>
          );
        })}
      </ul>
    </div>
  );
}

/** The other filters come before what is typed. */
function suggestionParameters(view: GalleryView, { text, at }: Typed) {
  const { search = '', ...others } = filterParameters({ ...view, search: '' });
  const whole = search === '' ? text : `${search} ${text}`;
  return { ...others, search: whole, at: String(whole.length - text.length + at) };
}

const wordAt = (text: string, at: number) =>
  parseSearch(text)
    .flat()
    .find(({ from, to }) => from <= at && at <= to);
const placeOf = (text: string, at: number) => wordAt(text, at) ?? { from: at, to: at };

/** `cam` may become `camera:`. */
function fieldsBegunBy(text: string, at: number): Option[] {
  const { from, to } = placeOf(text, at);
  const [, minus = '', begun = ''] = /^(-?)(\p{L}+)$/u.exec(text.slice(from, to)) ?? [];
  if (begun === '') return [];
  return FIELD_NAMES.filter((name) => name.startsWith(begun.toLowerCase()))
    .slice(0, FIELDS_OFFERED)
    .map((name) => ({ word: `${minus}${name}:`, from, to, field: name, label: `${name}:`, isOpen: true }));
}
