import { useEffect, useRef, useState } from 'react';
import { navigate } from '../location.ts';
import { CloseIcon, DownIcon, OrderIcon, SearchIcon, StarIcon } from '../ui/icons.tsx';
import { type GalleryView, ORDERS, RATINGS, writeView } from './gallery-view.ts';

const TYPING_PAUSE_MS = 250;

const show = (view: GalleryView, replace = false) => navigate(`/${writeView(view)}`, { replace });

/** What to see and in which order. The address bar is the state: these only read and write it. */
export function ViewControls({ view }: { view: GalleryView }) {
  return (
    <>
      <SearchBox view={view} />
      <div className="filters">
        <div className={`select ${view.rating === null ? '' : 'select-set'}`}>
          <select
            className="field"
            aria-label="Rating"
            value={String(view.rating)}
            onChange={({ target }) => {
              const rating = RATINGS.find(({ value }) => String(value) === target.value)?.value ?? null;
              show({ ...view, rating });
            }}
          >
            {RATINGS.map(({ value, label, words }) => (
              <option key={label} value={String(value)} {...(value !== null && value > 0 && { 'aria-label': words })}>
                {label}
              </option>
            ))}
          </select>
          <span className="select-arrow">
            <DownIcon size={16} />
          </span>
          <span className="select-icon">
            <StarIcon size={17} />
          </span>
        </div>
        <div className={`select ${view.order === 'newest' ? '' : 'select-set'}`}>
          <select
            className="field"
            aria-label="Order"
            value={view.order}
            onChange={({ target }) => {
              const order = ORDERS.find(({ name }) => name === target.value)?.name ?? 'newest';
              show({ ...view, order });
            }}
          >
            {ORDERS.map(({ name, label }) => (
              <option key={name} value={name}>
                {label}
              </option>
            ))}
          </select>
          <span className="select-arrow">
            <DownIcon size={16} />
          </span>
          <span className="select-icon">
            <OrderIcon />
          </span>
        </div>
      </div>
    </>
  );
}

function SearchBox({ view }: { view: GalleryView }) {
  const [text, setText] = useState(view.search);
  const [written, setWritten] = useState(view.search);
  const box = useRef<HTMLInputElement>(null);

  // The back button, or "show everything": the address moved without us, so the box follows it.
  if (view.search !== written) {
    setWritten(view.search);
    setText(view.search);
  }

  useEffect(() => {
    if (text === view.search) return;
    const timer = setTimeout(() => {
      setWritten(text);
      show({ ...view, search: text }, view.search !== '');
    }, TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text, view]);

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.target instanceof HTMLInputElement || event.target instanceof HTMLSelectElement) return;
      event.preventDefault();
      box.current?.focus();
      box.current?.select();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);

  return (
    <search className="search">
      <SearchIcon />
      <input
        ref={box}
        className="field"
        type="search"
        aria-label="Search pictures"
        placeholder="Name, tag, camera…"
        autoComplete="off"
        spellCheck={false}
        maxLength={500}
        value={text}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={({ key }) => {
          if (key === 'Escape') setText('');
        }}
      />
      {text !== '' && (
        <button
          type="button"
          className="search-clear"
          aria-label="Clear the search"
          onClick={() => {
            setText('');
            box.current?.focus();
          }}
        >
          <CloseIcon size={16} />
        </button>
      )}
    </search>
  );
}
