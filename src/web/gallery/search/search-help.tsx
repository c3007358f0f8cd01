import { type RefObject, useEffect, useEffectEvent, useState } from 'react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { suggestionsQuery } from '../../api/images.ts';
import { navigate } from '../../location.ts';
import { filterParameters, type GalleryView, writeView } from '../gallery-view.ts';
import { type Option, optionsFor, withOption, wordAt } from './search-options.ts';
import { troubleIn } from './search-trouble.ts';
import { NAMED, optionId, SuggestionList } from './suggestion-list.tsx';
import type { Typed } from './typed.ts';
import { t } from './words.ts';
import styles from './search-box.module.css';

const TYPING_PAUSE_MS = 250;

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

/** Searches while somebody types, as soon as every word is whole; offers words, and tells what a word lacks. */
export function SearchHelp({ field, view, typed, onType, onShow, onOption }: Props) {
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const { text } = typed;
  // Something may have been typed before this was loaded.
  const [seen, setSeen] = useState(view.search);
  if (text !== seen) {
    setSeen(text);
    setActive(-1);
    setOpen(true);
  }

  const { options, note, isHeld } = useHelp(view, typed, isOpen);
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

  const chosen = active < options.length ? active : -1;
  const chosenId = options.length === 0 ? null : chosen < 0 ? '' : optionId(chosen);
  const tellOption = useEffectEvent(onOption);
  useEffect(() => tellOption(chosenId), [chosenId]);

  const take = (option: Option) => {
    const next = withOption(text, option);
    onType(next);
    setSeen(next.text);
    setActive(-1);
    setOpen(option.isOpen === true);
    if (!option.isOpen && !troubleIn(next.text)?.holds) show(next.text);
    requestAnimationFrame(() => field.current?.setSelectionRange(next.at, next.at));
  };
  useFieldKeys(field, {
    escape() {
      if (options.length > 0) setOpen(false);
      else onType({ text: '', at: 0 });
    },
    enter() {
      const option = options[chosen];
      if (option) take(option);
      else setOpen(false);
    },
    move(by) {
      setOpen(true);
      // Beyond either end is the field itself: nothing is chosen there.
      const next = chosen + by;
      setActive(next >= options.length ? -1 : next < -1 ? options.length - 1 : next);
    },
    leave: () => setOpen(false),
  });

  return (
    <div className={styles.help} hidden={options.length === 0 && note === ''}>
      {note !== '' && (
        <p className={styles.note} id="search-note" role="status">
          {note} {isHeld && text !== view.search && t('held')}
        </p>
      )}
      <SuggestionList options={options} chosen={chosen} onChoose={setActive} onTake={take} />
    </div>
  );
}

/** What is offered, what a word lacks, and whether the last search stays until it is mended. */
function useHelp(view: GalleryView, typed: Typed, isOpen: boolean) {
  const { text } = typed;
  const { data, isPlaceholderData, isFetching } = useQuery({
    ...suggestionsQuery(suggestionParameters(view, typed)),
    enabled: isOpen && text.trim() !== '',
    placeholderData: keepPreviousData,
  });
  const isKnown = data && !isPlaceholderData ? data.known : undefined;
  const trouble = troubleIn(text);
  const word = wordAt(typed);
  const named = word && 'field' in word.wants && word.wants.field in NAMED ? word.wants : null;
  const nameless = named && isKnown === false ? named : null;
  /** While it is not known whether there is such a name, the last search stays, too. */
  const isHeld =
    trouble?.holds === true || nameless !== null || (named !== null && isKnown === undefined && isOpen && isFetching);
  const note = trouble?.words ?? (nameless && t(`noName.${nameless.field as 'tag'}`, { name: nameless.value })) ?? '';
  return { options: isOpen ? optionsFor(typed, trouble, data?.items ?? []) : [], note, isHeld };
}

/** The other filters come before what is typed. */
function suggestionParameters(view: GalleryView, { text, at }: Typed) {
  const { search = '', ...others } = filterParameters({ ...view, search: '' });
  const whole = search === '' ? text : `${search} ${text}`;
  return { ...others, search: whole, at: String(whole.length - text.length + at) };
}

interface FieldKeys {
  escape: () => void;
  enter: () => void;
  move: (by: 1 | -1) => void;
  leave: () => void;
}

/** The keys of the field that act on what is offered. */
function useFieldKeys(field: RefObject<HTMLInputElement | null>, { escape, enter, move, leave }: FieldKeys): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key === 'Enter') return enter();
    if (event.key === 'Escape') escape();
    else if (event.key === 'ArrowDown') move(1);
    else if (event.key === 'ArrowUp') move(-1);
    else return;
    event.preventDefault();
  });
  const onBlur = useEffectEvent(leave);
  useEffect(() => {
    const input = field.current;
    const end = new AbortController();
    input?.addEventListener('keydown', onKey, end);
    input?.addEventListener('blur', onBlur, end);
    return () => end.abort();
  }, [field]);
}
