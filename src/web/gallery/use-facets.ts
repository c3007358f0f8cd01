import { useQuery } from '@tanstack/react-query';
import { facetsQuery } from '../api/images.ts';
import { filterParameters, type GalleryView } from './gallery-view.ts';

/** How many pictures each choice of a filter would show; undefined while unknown. */
export const useFacets = (view: GalleryView) => useQuery(facetsQuery(filterParameters(view))).data;
