import { type GalleryView, writeView } from '../gallery/gallery-view.ts';

export const PANELS = ['info', 'develop'] as const;
export type Panel = (typeof PANELS)[number];

/** What lies beside the picture, as the address keeps it: `panel=develop`, `panel=none`; information is as usual. */
export function readPanel(address: URLSearchParams): Panel | null {
  const name = address.get('panel');
  return name === 'none' ? null : (PANELS.find((panel) => panel === name) ?? 'info');
}

/** The address of an image in a list, with its panel. */
export function imageUrl(id: number, view: GalleryView, panel: Panel | null): string {
  const address = new URLSearchParams(writeView(view));
  if (panel !== 'info') address.set('panel', panel ?? 'none');
  return `/images/${id}${address.size > 0 ? `?${address}` : ''}`;
}
