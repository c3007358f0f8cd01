import { useQuery } from '@tanstack/react-query';
import { filmNameQuery } from '../api/images.ts';
import { type FilterName, FILTERS, type GalleryView } from './gallery-view.ts';

/** The setting of each filter in words; empty when it is not set. */
export function useFilterWords(view: GalleryView): (name: FilterName) => string {
  const film = useQuery({ ...filmNameQuery(view.film ?? 0), enabled: view.film !== null });
  return (name) => FILTERS[name].words(view, { film: film.data });
}
