import { useState } from 'react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { ChevronRight } from 'lucide-react';
import type { TagBranch } from '../../contract/image-record.ts';
import { filmPagesQuery, tagBranchesQuery, tagPagesQuery } from '../api/images.ts';
import { number, t } from '../i18n/words.ts';
import type { GalleryView } from './gallery-view.ts';
import { Options } from './options.tsx';
import { button } from '../ui/button.ts';
import { classes } from '../ui/classes.ts';
import controls from '../ui/controls.module.css';
import options from './options.module.css';
import styles from './name-panels.module.css';

interface Props {
  view: GalleryView;
  onChange: (view: GalleryView) => void;
}

function FindField({ label, value, onChange }: { label: string; value: string; onChange: (text: string) => void }) {
  return (
    <input
      name="find"
      className={classes(controls.field, options.panelFind)}
      type="search"
      aria-label={label}
      placeholder={label}
      autoComplete="off"
      spellCheck={false}
      value={value}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}

interface Pages {
  data: { pages: { items: unknown[]; total: number }[] } | undefined;
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  fetchNextPage: () => unknown;
}

/** At the end of a partly loaded list: the rest loads page by page. */
function More({ list: { data, hasNextPage, isFetchingNextPage, fetchNextPage } }: { list: Pages }) {
  if (!data || !hasNextPage) return null;
  const shown = data.pages.reduce((sum, { items }) => sum + items.length, 0);
  return (
    <button
      type="button"
      className={classes(button(), options.panelMore)}
      aria-busy={isFetchingNextPage}
      onClick={() => void fetchNextPage()}
    >
      {t('filter.more', { number: number((data.pages[0]?.total ?? 0) - shown) })}
    </button>
  );
}

export function FilmPanel({ view, onChange }: Props) {
  const [text, setText] = useState('');
  const list = useInfiniteQuery(filmPagesQuery(text.trim()));
  const films = list.data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <>
      <FindField label={t('filter.findFilm')} value={text} onChange={setText} />
      <Options
        label={t('filter.film')}
        options={films.map(({ id, name, folder, count }) => ({
          key: String(id),
          label: <span title={folder}>{name}</span>,
          count,
          isChosen: view.film === id,
          onChoose: () => onChange({ ...view, film: view.film === id ? null : id }),
        }))}
      />
      {list.data && films.length === 0 && <p className={options.panelNote}>{t('filter.noneFound')}</p>}
      <More list={list} />
    </>
  );
}

export function TagPanel({ view, onChange }: Props) {
  const [text, setText] = useState('');
  const choose = (name: string) => onChange({ ...view, tag: view.tag === name ? null : name });
  return (
    <>
      <FindField label={t('filter.findTag')} value={text} onChange={setText} />
      {text.trim() === '' ? (
        <Branches parent="" view={view} onChoose={choose} label={t('filter.tag')} />
      ) : (
        <FoundTags text={text.trim()} view={view} onChoose={choose} />
      )}
    </>
  );
}

interface TagsProps {
  view: GalleryView;
  onChoose: (name: string) => void;
}

function FoundTags({ text, view, onChoose }: { text: string } & TagsProps) {
  const list = useInfiniteQuery(tagPagesQuery(text));
  const tags = list.data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <>
      <Options
        label={t('filter.tag')}
        options={tags.map(({ id, name, count }) => ({
          key: String(id),
          label: name.split('|').join(' › '),
          count,
          isChosen: view.tag === name,
          onChoose: () => onChoose(name),
        }))}
      />
      {list.data && tags.length === 0 && <p className={options.panelNote}>{t('filter.noneFound')}</p>}
      <More list={list} />
    </>
  );
}

/** One level of the tree; the next loads when a branch is opened. */
function Branches({ parent, view, onChoose, label }: { parent: string; label: string } & TagsProps) {
  const list = useInfiniteQuery(tagBranchesQuery(parent));
  const branches = list.data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <>
      <ul className={classes(options.options, styles.tagTree)} aria-label={label}>
        {branches.map((branch) => (
          <BranchItem key={branch.name} branch={branch} view={view} onChoose={onChoose} />
        ))}
      </ul>
      {list.data && branches.length === 0 && <p className={options.panelNote}>{t('filter.noneFound')}</p>}
      <More list={list} />
    </>
  );
}

function BranchItem({ branch: { name, leaf, count, below }, view, onChoose }: { branch: TagBranch } & TagsProps) {
  const [open, setOpen] = useState(view.tag?.startsWith(`${name}|`) ?? false);
  return (
    <li>
      <div className={styles.tagLine}>
        {below > 0 ? (
          <button
            type="button"
            className={styles.tagExpand}
            aria-expanded={open}
            aria-label={t('filter.expand', { name: leaf })}
            onClick={() => setOpen(!open)}
          >
            <ChevronRight size={15} aria-hidden />
          </button>
        ) : (
          <span className={styles.tagExpand} />
        )}
        <button
          type="button"
          className={classes(options.option, styles.tagOption)}
          aria-pressed={view.tag === name}
          onClick={() => onChoose(name)}
        >
          <span className={options.optionLabel}>{leaf || name}</span>
          {count > 0 && <span className={options.optionCount}>{number(count)}</span>}
        </button>
      </div>
      {open && (
        <div className={styles.tagBelow}>
          <Branches parent={name} view={view} onChoose={onChoose} label={leaf} />
        </div>
      )}
    </li>
  );
}
