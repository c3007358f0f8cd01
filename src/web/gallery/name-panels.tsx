import { useMemo, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { ChevronRight } from 'lucide-react';
import { filmsQuery, tagsQuery } from '../api/images.ts';
import { number, t } from '../i18n/words.ts';
import type { GalleryView } from './gallery-view.ts';
import { Options } from './options.tsx';
import { type Branch, tagTree } from './tag-tree.ts';

interface Props {
  view: GalleryView;
  onChange: (view: GalleryView) => void;
}

const MOST_FILMS = 100;
const MOST_TAGS = 500;

function FindField({ label, value, onChange }: { label: string; value: string; onChange: (text: string) => void }) {
  return (
    <input
      className="field panel-find"
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

export function FilmPanel({ view, onChange }: Props) {
  const [text, setText] = useState('');
  const { data } = useQuery(filmsQuery(text.trim(), MOST_FILMS));
  return (
    <>
      <FindField label={t('filter.findFilm')} value={text} onChange={setText} />
      <Options
        label={t('filter.film')}
        options={(data?.items ?? []).map(({ id, name, folder, count }) => ({
          key: String(id),
          label: <span title={folder}>{name}</span>,
          count,
          isChosen: view.film === id,
          onChoose: () => onChange({ ...view, film: view.film === id ? null : id }),
        }))}
      />
      {data?.items.length === 0 && <p className="panel-note">{t('filter.noneFound')}</p>}
      {data && data.total > data.items.length && <p className="panel-note">{t('filter.more')}</p>}
    </>
  );
}

export function TagPanel({ view, onChange }: Props) {
  const [text, setText] = useState('');
  const { data } = useQuery(tagsQuery(text.trim(), MOST_TAGS));
  const tree = useMemo(() => tagTree(data?.items ?? []), [data]);
  const choose = (name: string) => onChange({ ...view, tag: view.tag === name ? null : name });
  return (
    <>
      <FindField label={t('filter.findTag')} value={text} onChange={setText} />
      {text.trim() === '' ? (
        <Branches branches={tree} view={view} onChoose={choose} label={t('filter.tag')} />
      ) : (
        <Options
          label={t('filter.tag')}
          options={(data?.items ?? []).map(({ id, name, count }) => ({
            key: String(id),
            label: name.split('|').join(' › '),
            count,
            isChosen: view.tag === name,
            onChoose: () => choose(name),
          }))}
        />
      )}
      {data?.items.length === 0 && <p className="panel-note">{t('filter.noneFound')}</p>}
      {data && data.total > data.items.length && <p className="panel-note">{t('filter.more')}</p>}
    </>
  );
}

interface BranchesProps {
  branches: readonly Branch[];
  view: GalleryView;
  onChoose: (name: string) => void;
  label?: string;
}

function Branches({ branches, view, onChoose, label }: BranchesProps) {
  return (
    <ul className="options tag-tree" {...(label !== undefined && { 'aria-label': label })}>
      {branches.map((branch) => (
        <BranchItem key={branch.name} branch={branch} view={view} onChoose={onChoose} />
      ))}
    </ul>
  );
}

function BranchItem({ branch, view, onChoose }: { branch: Branch } & Omit<BranchesProps, 'branches' | 'label'>) {
  const [open, setOpen] = useState(view.tag?.startsWith(`${branch.name}|`) ?? false);
  return (
    <li>
      <div className="tag-line">
        {branch.below.length > 0 ? (
          <button
            type="button"
            className="tag-expand"
            aria-expanded={open}
            aria-label={t('filter.expand', { name: branch.leaf })}
            onClick={() => setOpen(!open)}
          >
            <ChevronRight size={15} aria-hidden />
          </button>
        ) : (
          <span className="tag-expand" />
        )}
        <button
          type="button"
          className="option"
          aria-pressed={view.tag === branch.name}
          onClick={() => onChoose(branch.name)}
        >
          <span className="option-label">{branch.leaf}</span>
          {branch.count > 0 && <span className="option-count">{number(branch.count)}</span>}
        </button>
      </div>
      {open && <Branches branches={branch.below} view={view} onChoose={onChoose} />}
    </li>
  );
}
