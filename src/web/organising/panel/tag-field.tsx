import { type KeyboardEvent, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Plus, Tag as TagIcon } from 'lucide-react';
import { tagsQuery } from '../../api/images.ts';
import { useWhyNot } from '../../api/rights.ts';
import { t } from '../../i18n/words.ts';
import { classes } from '../../ui/classes.ts';
import { takeFocusWish } from './focus-wish.ts';
import { whyNoTag, writtenTag } from './tag-name.ts';
import controls from '../../ui/controls.module.css';
import styles from './tag-field.module.css';

const SUGGESTED = 12;
/** The service accepts no longer search. */
const LONGEST_SEARCH = 200;

/** Completes full names of tags, and adds the one that is chosen or written. */
export function TagField({ onAdd }: { onAdd: (name: string) => void }) {
  const field = useRef<HTMLInputElement>(null);
  const listId = useId();
  const [text, setText] = useState('');
  const [active, setActive] = useState(0);
  const [open, setOpen] = useState(false);
  /** Enter came before the suggestions: the first one is taken when they arrive. */
  const [isEager, setIsEager] = useState(false);
  const name = writtenTag(text);
  const noTags = useWhyNot('tags:read');
  const isSearch = name !== '' && name.length <= LONGEST_SEARCH;
  const { data, isPlaceholderData, isLoading } = useQuery({
    ...tagsQuery(name, SUGGESTED),
    enabled: isSearch && noTags === null,
  });
  /** The suggestions are still those for other letters. */
  const isLate = isSearch && noTags === null && (isPlaceholderData || isLoading);
  const names = !isSearch || isLate ? [] : (data?.items ?? []).map((tag) => tag.name);
  // An exact match comes first.
  const found = names.includes(name) ? [name, ...names.filter((other) => other !== name)] : names;
  const isNew = name !== '' && !found.includes(name);
  const trouble = name === '' ? null : whyNoTag(name);
  const choices = isLate ? [] : [...found, ...(isNew && trouble === null ? [name] : [])];
  const isOpen = open && choices.length > 0;
  const at = Math.min(active, choices.length - 1);

  useEffect(() => {
    if (takeFocusWish()) field.current?.focus();
  });

  const take = (choice: string | undefined) => {
    if (choice === undefined) return;
    setText('');
    setActive(0);
    setOpen(false);
    onAdd(choice);
  };
  const takeFirst = useEffectEvent(() => take(choices[0]));
  useEffect(() => {
    if (!isEager || isLate) return;
    setIsEager(false);
    takeFirst();
  }, [isEager, isLate]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && (isOpen || text !== '')) {
      if (isOpen) setOpen(false);
      else setText('');
      event.preventDefault();
      event.stopPropagation();
    } else if (event.key === 'Enter') {
      event.preventDefault();
      if (isLate) setIsEager(true);
      else take(isOpen ? choices[at] : choices.find((choice) => choice === name));
    } else if ((event.key === 'ArrowDown' || event.key === 'ArrowUp') && choices.length > 0) {
      event.preventDefault();
      setOpen(true);
      const step = event.key === 'ArrowDown' ? 1 : -1;
      if (isOpen) setActive((at + step + choices.length) % choices.length);
    }
  };

  return (
    <div className={styles.box}>
      <input
        name="tag"
        ref={field}
        className={classes(controls.field, styles.field)}
        type="text"
        role="combobox"
        aria-label={t('tags.add')}
        aria-autocomplete="list"
        aria-expanded={isOpen}
        aria-controls={listId}
        aria-invalid={trouble !== null}
        aria-describedby={`${listId}-trouble`}
        {...(isOpen && { 'aria-activedescendant': `${listId}-${at}` })}
        placeholder={t('tags.add')}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck="false"
        enterKeyHint="done"
        value={text}
        onChange={({ target }) => {
          setText(target.value);
          setIsEager(false);
          setActive(0);
          setOpen(true);
        }}
        onKeyDown={onKeyDown}
        onBlur={() => setOpen(false)}
      />
      <p id={`${listId}-trouble`} className={styles.trouble} role="status">
        {trouble}
      </p>
      {isOpen && (
        <ul className={styles.choices} role="listbox" id={listId} aria-label={t('tags.choices')}>
          {choices.map((choice, place) => (
            <li
              key={choice}
              id={`${listId}-${place}`}
              className={styles.choice}
              role="option"
              aria-selected={place === at}
              // The field keeps the focus.
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => take(choice)}
              onPointerMove={() => setActive(place)}
            >
              {found.includes(choice) ? <TagIcon size={14} aria-hidden /> : <Plus size={14} aria-hidden />}
              <span>
                {found.includes(choice)
                  ? choice.split('|').join(' › ')
                  : t('tags.new', { name: choice.split('|').join(' › ') })}
              </span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
