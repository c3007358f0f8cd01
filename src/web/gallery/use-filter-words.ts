import { useQuery } from '@tanstack/react-query';
import { filmNameQuery } from '../api/images.ts';
import { type FilterName, FILTERS, type GalleryView } from './gallery-view.ts';

/** The setting of each filter in words; empty when it is not set. */
export function useFilterWords(view: GalleryView): (name: FilterName) => string {
  const [film = 0, ...others] = view.films;
  const folder = useQuery({ ...filmNameQuery(film), enabled: view.films.length > 0 && others.length === 0 });
  return (name) => FILTERS[name].words(view, { film: folder.data });
}
