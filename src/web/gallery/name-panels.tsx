import { useState } from 'react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { ChevronRight } from 'lucide-react';
import type { TagBranch } from '../../contract/image-record.ts';
import { filmPagesQuery, tagBranchesQuery, tagPagesQuery } from '../api/images.ts';
import { number, t } from '../i18n/words.ts';
import type { GalleryView } from './gallery-view.ts';
import { Options } from './options.tsx';
import { t as find } from './search/words.ts';
import { useFacets } from './use-facets.ts';
import { button } from '../ui/button.ts';
import { classes } from '../ui/classes.ts';
import { FindField } from '../ui/find-field.tsx';
import segments from '../ui/segments.module.css';
import options from './options.module.css';
import styles from './name-panels.module.css';

interface Props {
  view: GalleryView;
  onChange: (view: GalleryView) => void;
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

/** How several names are meant. */
function Modes<Mode extends string>({
  label,
  modes,
  value,
  onChange,
}: {
  label: string;
  modes: readonly { mode: Mode; words: string }[];
  value: Mode;
  onChange: (mode: Mode) => void;
}) {
  return (
    <div className={classes(segments.segments, styles.modes)} role="group" aria-label={label}>
      {modes.map(({ mode, words }) => (
        <button key={mode} type="button" aria-pressed={mode === value} onClick={() => onChange(mode)}>
          {words}
        </button>
      ))}
    </div>
  );
}

export function FilmPanel({ view, onChange }: Props) {
  const [text, setText] = useState('');
  const list = useInfiniteQuery(filmPagesQuery(text.trim()));
  const films = list.data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <>
      <Modes
        label={find('several')}
        modes={[
          { mode: 'any', words: find('any') },
          { mode: 'without', words: find('without') },
        ]}
        value={view.filmsNot ? 'without' : 'any'}
        onChange={(mode) => onChange({ ...view, filmsNot: mode === 'without' })}
      />
      <FindField className={options.panelFind} label={find('findFilm')} value={text} onChange={setText} />
      <Options
        label={t('filter.film')}
        options={films.map(({ id, name, folder, count }) => ({
          key: String(id),
          label: <span title={folder}>{name}</span>,
          count,
          isChosen: view.films.includes(id),
          onChoose: () => {
            const films = view.films.includes(id) ? view.films.filter((other) => other !== id) : [...view.films, id];
            onChange({ ...view, films });
          },
        }))}
      />
      {list.data && films.length === 0 && <p className={options.panelNote}>{find('noneFound')}</p>}
      <More list={list} />
    </>
  );
}

type TagMode = 'any' | 'all' | 'without';

export function TagPanel({ view, onChange }: Props) {
  const facets = useFacets(view);
  const [text, setText] = useState('');
  const [mode, setMode] = useState<TagMode>(
    view.tagsAll ? 'all' : view.tags.length === 0 && view.tagsNot.length > 0 ? 'without' : 'any',
  );
  const part = mode === 'without' ? 'tagsNot' : 'tags';
  const chosen = view[part];
  const choose = (name: string) =>
    onChange({
      ...view,
      [part]: chosen.includes(name) ? chosen.filter((other) => other !== name) : [...chosen, name],
    });
  const flag = (tagged: boolean) => ({
    isChosen: view.tagged === tagged,
    onChoose: () => onChange({ ...view, tagged: view.tagged === tagged ? null : tagged }),
  });
  return (
    <>
      <Modes
        label={find('several')}
        modes={[
          { mode: 'any', words: find('any') },
          { mode: 'all', words: find('all') },
          { mode: 'without', words: find('without') },
        ]}
        value={mode}
        onChange={(mode) => {
          setMode(mode);
          if (mode !== 'without') onChange({ ...view, tagsAll: mode === 'all' });
        }}
      />
      <FindField className={options.panelFind} label={find('findTag')} value={text} onChange={setText} />
      {text.trim() === '' ? (
        <Branches parent="" chosen={chosen} onChoose={choose} label={t('filter.tag')} />
      ) : (
        <FoundTags text={text.trim()} chosen={chosen} onChoose={choose} />
      )}
      <h2>{find('tagging')}</h2>
      <Options
        label={find('tagging')}
        options={[
          { key: 'tagged', label: t('filter.tagged'), count: facets?.tagged, ...flag(true) },
          { key: 'untagged', label: t('filter.untagged'), count: facets?.not_tagged, ...flag(false) },
        ]}
      />
    </>
  );
}

interface TagsProps {
  chosen: readonly string[];
  onChoose: (name: string) => void;
}

function FoundTags({ text, chosen, onChoose }: { text: string } & TagsProps) {
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
          isChosen: chosen.includes(name),
          onChoose: () => onChoose(name),
        }))}
      />
      {list.data && tags.length === 0 && <p className={options.panelNote}>{find('noneFound')}</p>}
      <More list={list} />
    </>
  );
}

/** One level of the tree; the next loads when a branch is opened. */
function Branches({ parent, chosen, onChoose, label }: { parent: string; label: string } & TagsProps) {
  const list = useInfiniteQuery(tagBranchesQuery(parent));
  const branches = list.data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <>
      <ul className={classes(options.options, styles.tagTree)} aria-label={label}>
        {branches.map((branch) => (
          <BranchItem key={branch.name} branch={branch} chosen={chosen} onChoose={onChoose} />
        ))}
      </ul>
      {list.data && branches.length === 0 && <p className={options.panelNote}>{find('noneFound')}</p>}
      <More list={list} />
    </>
  );
}

function BranchItem({ branch: { name, leaf, count, below }, chosen, onChoose }: { branch: TagBranch } & TagsProps) {
  const [open, setOpen] = useState(chosen.some((tag) => tag.startsWith(`${name}|`)));
  return (
    <li>
      <div className={styles.tagLine}>
        {below > 0 ? (
          <button
            type="button"
            className={styles.tagExpand}
            aria-expanded={open}
            aria-label={find('expand', { name: leaf })}
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
          aria-pressed={chosen.includes(name)}
          onClick={() => onChoose(name)}
        >
          <span className={options.optionLabel}>{leaf || name}</span>
          {count > 0 && <span className={options.optionCount}>{number(count)}</span>}
        </button>
      </div>
      {open && (
        <div className={styles.tagBelow}>
          <Branches parent={name} chosen={chosen} onChoose={onChoose} label={leaf} />
        </div>
      )}
    </li>
  );
}
