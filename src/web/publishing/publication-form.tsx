import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { NewPublication, Publication, PublicationSource } from '../../contract/publications.ts';
import { deletePublication, destinationsQuery, keepPublication } from '../api/publications.ts';
import { recipesQuery } from '../api/recipes.ts';
import { filterParameters, type GalleryView } from '../gallery/gallery-view.ts';
import { selection } from '../gallery/selection.ts';
import { number } from '../i18n/words.ts';
import { Dialog } from '../ui/dialog.tsx';
import { TextField } from '../ui/text-field.tsx';
import { ChoiceField } from './choice-field.tsx';
import { KeptForm } from './kept-form.tsx';
import { t } from './words.ts';

interface Props {
  edited: Publication | 'new';
  view: GalleryView;
  onClose: () => void;
}

export function PublicationDialog({ edited, view, onClose }: Props) {
  const publication = edited === 'new' ? null : edited;
  return (
    <Dialog
      open
      onClose={onClose}
      title={publication === null ? t('new') : t('change', { name: publication.name })}
      startsInField
    >
      <PublicationForm publication={publication} view={view} onDone={onClose} />
    </Dialog>
  );
}

interface FormProps {
  /** null: a new one. */
  publication: Publication | null;
  view: GalleryView;
  onDone: () => void;
}

function PublicationForm({ publication, view, onDone }: FormProps) {
  const { data: recipes = [] } = useQuery(recipesQuery);
  const { data: destinations = [] } = useQuery(destinationsQuery);
  const [first, ...others] = sourcesFor(publication, view);
  const sources = [first, ...others];
  const [wanted, setWanted] = useState<Partial<NewPublication>>(() =>
    publication ? fieldsOf(publication) : { name: '', source: first.source, album: null, when: 'by-hand' },
  );
  const [source, setSource] = useState(first.key);
  const complete: NewPublication = {
    name: wanted.name ?? '',
    source: (sources.find(({ key }) => key === source) ?? first).source,
    recipe: wanted.recipe ?? recipes[0]?.id ?? 0,
    destination: wanted.destination ?? destinations[0]?.id ?? 0,
    album: wanted.album ?? null,
    when: wanted.when ?? 'by-hand',
  };
  const named = (list: readonly { id: number; name: string }[]) =>
    list.map(({ id, name }) => ({ value: String(id), words: name }));
  return (
    <KeptForm
      name={complete.name}
      onName={(name) => setWanted({ ...wanted, name })}
      isComplete={complete.recipe > 0 && complete.destination > 0}
      keep={() => keepPublication(publication?.id ?? null, complete)}
      removal={
        publication && {
          title: t('deleteTitle', { name: publication.name }),
          remove: () => deletePublication(publication.id),
        }
      }
      onDone={onDone}
    >
      <ChoiceField
        label={t('source')}
        value={source}
        options={sources.map(({ key, words }) => ({ value: key, words }))}
        onChange={setSource}
      />
      <ChoiceField
        label={t('recipe')}
        value={String(complete.recipe)}
        options={named(recipes)}
        {...(recipes.length === 0 && { help: t('noRecipe') })}
        onChange={(value) => setWanted({ ...wanted, recipe: Number(value) })}
      />
      <ChoiceField
        label={t('destination')}
        value={String(complete.destination)}
        options={named(destinations)}
        {...(destinations.length === 0 && { help: t('noDestination') })}
        onChange={(value) => setWanted({ ...wanted, destination: Number(value) })}
      />
      <TextField
        label={t('album')}
        help={t('albumHow')}
        value={complete.album ?? ''}
        most={200}
        onChange={(album) => setWanted({ ...wanted, album: album === '' ? null : album })}
      />
      <ChoiceField
        label={t('when')}
        value={complete.when}
        options={(['by-hand', 'when-changed', 'at-night'] as const).map((value) => ({
          value,
          words: t(`whens.${value}`),
        }))}
        onChange={(value) => setWanted({ ...wanted, when: value as NewPublication['when'] })}
      />
    </KeptForm>
  );
}

const fieldsOf = ({ name, source, recipe, destination, album, when }: Publication): NewPublication => ({
  name,
  source,
  recipe,
  destination,
  album,
  when,
});

interface Source {
  key: string;
  words: string;
  source: PublicationSource;
}

/** What it can be made of; the first is chosen at first. */
function sourcesFor(publication: Publication | null, view: GalleryView): [Source, ...Source[]] {
  const ids = [...selection()];
  const sources: Source[] = [];
  if (publication) sources.push({ key: 'kept', words: t('sourceKept'), source: publication.source });
  if (ids.length > 0)
    sources.push({
      key: 'ids',
      words: t('sourceIds', { count: ids.length, number: number(ids.length) }),
      source: { ids },
    });
  sources.push({ key: 'filter', words: t('sourceFilter'), source: { filter: filterParameters(view) } });
  return sources as [Source, ...Source[]];
}
