import type { GalleryView } from '../gallery/gallery-view.ts';

type Bound = number | string | null;

const later = (one: Bound, other: Bound) => (one === null || (other !== null && other > one) ? other : one);
const earlier = (one: Bound, other: Bound) => (one === null || (other !== null && other < one) ? other : one);

/** A view with more filters: what it filters already stays filtered, so of two bounds the narrower one counts. */
export function narrowed(view: GalleryView, more: Partial<GalleryView>): GalleryView {
  const both = Object.entries(more).map(([part, value]) => {
    const [here, there] = [view[part as keyof GalleryView] as Bound, value as Bound];
    if (part === 'unknown') return [part, [...new Set([...view.unknown, ...(more.unknown ?? [])])]];
    if (/^from$|Min$|_min$/.test(part)) return [part, later(here, there)];
    if (/^to$|Max$|_max$/.test(part)) return [part, earlier(here, there)];
    return [part, value];
  });
  return { ...view, ...Object.fromEntries(both) } as GalleryView;
}
